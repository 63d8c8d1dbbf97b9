// A fresh Debian 12 that boots with systemd in a container, with a separate network. Needs root.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface DebianMachine {
  /** The folder that is `/` in the machine. */
  root: string
  /** Runs commands as root would type them. Returns what they print. */
  run(commands: string): Promise<string>
  /** Starts a program of this machine in the network of that one. */
  spawnInNetwork(program: string, args: string[], cwd: string): void
  stop(): Promise<void>
}

const programs = ['debootstrap', 'systemd-nspawn', 'slirp4netns']

/** Why no machine can be started here; undefined if one can. */
export function whyNoMachine(): string | undefined {
  if (process.getuid?.() !== 0) return 'not root'
  const missing = programs.filter(
    name => !['/usr/bin', '/usr/sbin'].some(folder => existsSync(join(folder, name))),
  )
  return missing.length === 0 ? undefined : `${missing.join(', ')} not installed`
}

// In a mount namespace, because systemd-nspawn wants /run in memory, and one hierarchy of control groups.
const boot = `
  mount -t tmpfs tmpfs /run
  umount -R -l /sys/fs/cgroup
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
  exec systemd-nspawn --quiet --directory="$1" --boot --register=no --keep-unit --private-users=no --private-network \\
    --capability=all --resolv-conf=off --console=pipe`

export async function startDebianMachine(): Promise<DebianMachine> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-debian-'))
  const root = join(folder, 'root')
  const packages = 'systemd,systemd-sysv,dbus,ca-certificates'
  await promisify(execFile)('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', root], {
    maxBuffer: 100_000_000,
  })
  trustAuthorities(root)
  // The name server of slirp4netns.
  writeFileSync(join(root, 'etc/resolv.conf'), 'nameserver 10.0.2.3\n')
  // An installer writes it; without it PostgreSQL finds no address to listen on.
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
  const children: ChildProcess[] = []
  const start = (program: string, args: string[], cwd = '/') => {
    const child = spawn(program, args, { cwd, stdio: 'ignore' })
    children.push(child)
    return child
  }
  const unshared = start('unshare', [
    ...['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--propagation=private'],
    ...['bash', '-ec', boot, 'boot', root],
  ])
  const leader = await findLeader(unshared)
  start('slirp4netns', ['--configure', '--mtu=65520', '--disable-host-loopback', leader, 'tap0'])
  const machine: DebianMachine = {
    root,
    async run(commands) {
      try {
        const { stdout } = await promisify(execFile)(
          'nsenter',
          [
            `--target=${leader}`,
            '--all',
            'env',
            '--ignore-environment',
            ...environment,
            'bash',
            '-ec',
            commands,
          ],
          { maxBuffer: 100_000_000 },
        )
        return stdout
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string }
        throw new Error(`${commands}\n${`${stdout}${stderr}`.slice(-6_000)}`, { cause: error })
      }
    },
    spawnInNetwork(program, args, cwd) {
      start('nsenter', [`--target=${leader}`, '--net', program, ...args], cwd)
    },
    async stop() {
      for (const child of children) child.kill('SIGKILL')
      // Until the kernel has ended the processes of the machine.
      while (existsSync(`/proc/${leader}/root/etc`)) await wait(100)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
  await machine.run('until systemctl is-system-running --wait; do sleep 1; done')
  await machine.run('until grep -q tap0 /proc/net/route; do sleep 1; done')
  return machine
}

const environment = [
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  'LANG=C.UTF-8',
  // The package registry may be behind a certificate authority that only this machine trusts.
  'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
]

function trustAuthorities(root: string): void {
  const folder = '/usr/local/share/ca-certificates'
  if (!existsSync(folder)) return
  cpSync(folder, join(root, folder), { recursive: true })
  execFileSync('chroot', [root, 'update-ca-certificates'], { stdio: 'ignore' })
}

/** The first process of the machine: a child of systemd-nspawn, which is a child of unshare. */
async function findLeader(unshared: ChildProcess): Promise<string> {
  const childOf = (pid: string) => {
    const path = `/proc/${pid}/task/${pid}/children`
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ')[0] : undefined
  }
  while (unshared.exitCode === null) {
    const nspawn = childOf(String(unshared.pid))
    const leader = nspawn && childOf(nspawn)
    if (leader && readFileSync(`/proc/${leader}/comm`, 'utf8') === 'systemd\n') return leader
    await wait(100)
  }
  throw new Error('systemd-nspawn ended before the machine booted')
}

/** The Node.js and npm of this machine. */
export function copyNode(root: string): void {
  const local = join(root, 'usr/local')
  const npm = execFileSync('bash', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).trim()
  cpSync(process.execPath, join(local, 'bin/node'))
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true })
  cpSync(dirname(dirname(npm)), join(local, 'lib/node_modules/npm'), { recursive: true, dereference: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
}
