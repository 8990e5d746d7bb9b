/** Numbers of PostgreSQL's advisory locks. All are here, so that no two purposes share one. */
export const advisoryLocks = {
  /** Held by the one service that owns an embedded cluster. */
  cluster: 7461,
  migrations: 7462,
  signingKeys: 7463,
  bootstrap: 7464,
  /** One backup at a time. */
  backup: 7465,
}
