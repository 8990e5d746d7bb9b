import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { closeAtEnd } from '../cleanup.ts'
import { copyFolder, openFolder } from '../folders.ts'

const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' }).trim()

/** Mounts the file system in a file; gone when the test file is over. Its folder. */
export function mountImage(image: string): string {
  const folder = openFolder()
  run('mount', '-o', 'loop', image, folder)
  closeAtEnd(() => run('umount', '--lazy', folder))
  // PostgreSQL runs as another user.
  run('chmod', '755', folder)
  return folder
}

/** A data folder with an empty database on a disk of its own. */
export class Disk {
  /** On a file system that copies a file at once, at one moment. */
  readonly #outer: string
  readonly #image: string
  readonly folder: string

  constructor() {
    const file = path.join(openFolder(), 'outer')
    run('truncate', '-s', '6G', file)
    run('mkfs.xfs', '-q', file)
    this.#outer = mountImage(file)
    this.#image = path.join(this.#outer, 'disk')
    run('truncate', '-s', '1G', this.#image)
    run('mkfs.ext4', '-q', '-F', this.#image)
    this.folder = mountImage(this.#image)
    copyFolder(inject('preparedFolder'), this.folder)
    run('sync', '--file-system', this.folder) // the copy was there before the power fails
  }

  /**
   * What a power loss at this moment would leave: what has been written to the disk, without what only the operating
   * system remembers.
   */
  copy(name: string): string {
    const copy = path.join(this.#outer, name)
    run('cp', '--reflink=always', this.#image, copy)
    return copy
  }

  /** Major and minor number. */
  get #device(): string {
    const [source] = run('findmnt', '-n', '-o', 'MAJ:MIN', this.folder).split('\n')
    return source!.trim()
  }

  /** Lets these processes, and those that they start, write only so often to it. */
  slowDown(pids: number[], writesPerSecond: number): SlowGroup {
    return new SlowGroup(this.#device, pids, writesPerSecond)
  }
}

const groups = '/sys/fs/cgroup/blkio'

class SlowGroup {
  readonly #folder = path.join(groups, `mainstay-${process.pid}`)
  readonly #device: string

  constructor(device: string, pids: number[], writesPerSecond: number) {
    this.#device = device
    mkdirSync(this.#folder)
    this.#limit(writesPerSecond)
    for (const pid of pids) writeFileSync(path.join(this.#folder, 'cgroup.procs'), String(pid))
    closeAtEnd(() => this.#remove())
  }

  /** How often they have written so far. */
  get writes(): number {
    const counts = readFileSync(path.join(this.#folder, 'blkio.throttle.io_serviced'), 'utf8')
    return Number(new RegExp(`^${this.#device} Write (\\d+)$`, 'm').exec(counts)?.[1] ?? 0)
  }

  lift(): void {
    this.#limit(0)
  }

  #limit(writesPerSecond: number): void {
    writeFileSync(
      path.join(this.#folder, 'blkio.throttle.write_iops_device'),
      `${this.#device} ${writesPerSecond}`,
    )
  }

  #remove(): void {
    if (!statSync(this.#folder, { throwIfNoEntry: false })) return
    const left = readFileSync(path.join(this.#folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean)
    for (const pid of left) writeFileSync(path.join(groups, 'cgroup.procs'), pid)
    rmdirSync(this.#folder)
  }
}
