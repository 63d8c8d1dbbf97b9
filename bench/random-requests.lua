-- Requests random foods (`<number of foods> [key]`) or the paths in a file, one per line, from a random line on
-- (`<file> [key]`): wrk … -s random-requests.lua <url> -- <number or file> [key]
-- Prints one line of JSON at the end. Requests are assembled by hand, because calling wrk.format for each one would take
-- processor time away from the servers.

local next_request

local function random_food(count)
  local request = wrk.format("GET", "/food/0")
  local head = "GET /food/"
  local tail = string.sub(request, string.find(request, " HTTP/1.1", 1, true), -1)
  return function() return head .. math.random(count) .. tail end
end

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
  local count = tonumber(args[1])
  next_request = count and random_food(count) or paths_of(args[1])
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
