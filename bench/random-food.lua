-- Requests random foods: wrk … -s random-food.lua <url> -- <number of foods> <key>
-- Prints one line of JSON at the end. Builds the requests by hand, because calling wrk.format for each one would take
-- CPU time away from the servers.

local foods, head, tail

function init(args)
  foods = tonumber(args[1])
  wrk.headers["Authorization"] = "Bearer " .. args[2]
  local request = wrk.format("GET", "/food/0")
  head = "GET /food/"
  tail = string.sub(request, string.find(request, " HTTP/1.1", 1, true), -1)
  math.randomseed(os.time())
end

function request()
  return head .. math.random(foods) .. tail
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"p50Ms":%.3f,"p99Ms":%.3f,"failures":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
