// Runs the failover test in its own namespaces, so that its networks and processes always end with it.
import { ensureBuilt, ensureInstalled, run } from './prepare.mjs'
import { clusterParts, ensureSystemPackages } from './system-packages.mjs'

ensureInstalled()
ensureBuilt()
ensureSystemPackages(clusterParts)
const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
// `ip netns` keeps its names there; other users of this machine must not see ours.
// The shell stays as process 1, because it reaps killed processes, which Node.js does not.
const prepare = 'mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns && "$@"; exit $?'
const tests = [process.execPath, 'scripts/test.mjs', '--project', 'cluster', ...process.argv.slice(2)]
run('unshare', [...namespaces, 'sh', '-c', prepare, 'sh', ...tests], {
  env: { ...process.env, CLUSTER_NAMESPACE: 'own' },
})
