-- Requests the paths in a file, one per line, from a random line on: wrk … -s requests.lua <url> -- <file> [key]
-- Prints one line of JSON at the end. Requests are assembled beforehand, because calling wrk.format for each one would
-- take processor time away from the servers.

local next_request

local function paths_of(file)
  local requests = {}
  for path in io.lines(file) do requests[#requests + 1] = wrk.format("GET", path) end
  local index = math.random(#requests)
  return function()
    index = index % #requests + 1
    return requests[index]
  end
end

function init(args)
  if args[2] then wrk.headers["Authorization"] = "Bearer " .. args[2] end
  math.randomseed(os.time())
  next_request = paths_of(args[1])
end

function request()
  return next_request()
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"p50Ms":%.3f,"p99Ms":%.3f,"failures":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
