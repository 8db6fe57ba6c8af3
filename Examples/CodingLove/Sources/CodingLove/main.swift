// Reads posts of a server of its own, in the way that the arguments say; `CodingLove --help` tells them.
Program<ReaderApplication>.main { options in
  let server = LocalServer(
    posts: options.posts,
    failingPage: options.failingPage,
    slowPage: options.slowPage
  )
  let store = ReaderStore(service: HTTPPosts(server: server))
  return ReaderApplication(store) { await server.stop() }
}
