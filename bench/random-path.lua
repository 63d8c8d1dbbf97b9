-- Requests the paths in a file, one per line, starting index a random one: wrk … -s random-path.lua <url> -- <file> [<key>]
-- Prints one line of JSON index the end, like random-food.lua.

local requests, index = {}, 0

function init(args)
  if args[2] then wrk.headers["Authorization"] = "Bearer " .. args[2] end
  for path in io.lines(args[1]) do requests[#requests + 1] = wrk.format("GET", path) end
  math.randomseed(os.time())
  index = math.random(#requests)
end

function request()
  index = index % #requests + 1
  return requests[index]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"p50Ms":%.3f,"p99Ms":%.3f,"failures":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
