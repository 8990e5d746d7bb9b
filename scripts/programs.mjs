/** The entry points of the service and its commands, in server/src. */
export const programs = ['main', 'rotate-secret-key', 'backup', 'restore', 'move-database']
