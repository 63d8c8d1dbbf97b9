vcl 4.1;
# Varnish in front of the API: caches responses to callers without a key, and serves them while Larder is down.
# Copy this file to /etc/varnish/default.vcl and set for Larder:
#   SHARED_CACHE_SECONDS=60  TRUSTED_PROXIES=127.0.0.1  API_PUBLIC_URL=https://api.example.org
# Requests that Varnish answers are neither counted nor delayed. The website has cookies: see nginx.conf for it.

backend larder {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 2s;
    .first_byte_timeout = 10s;
}

sub vcl_recv {
    # Varnish appends the address of the client to X-Forwarded-For. What the client itself sent there is not trusted.
    if (req.restarts == 0) {
        set req.http.X-Forwarded-For = client.ip;
    }
    # Larder checks and counts every key. Other methods need one.
    if (req.http.Authorization || (req.method != "GET" && req.method != "HEAD")) {
        return (pass);
    }
    unset req.http.Cookie;
    # A response may be this old while a new one is fetched. After an error, vcl_deliver asks for any that is left.
    if (req.restarts == 0) {
        set req.grace = 10s;
    }
    return (hash);
}

sub vcl_backend_response {
    if (beresp.status >= 500) {
        # Never replaces a response that can still be served.
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        return (deliver);
    }
    # Without Cache-Control, Varnish would keep a response for two minutes.
    if (beresp.http.Cache-Control !~ "public") {
        set beresp.uncacheable = true;
        set beresp.ttl = 120s;
        return (deliver);
    }
    set beresp.grace = 1h;
    return (deliver);
}

sub vcl_backend_error {
    if (bereq.is_bgfetch) {
        return (abandon);
    }
}

sub vcl_deliver {
    if (resp.status >= 500 && req.restarts == 0 && !req.http.Authorization && req.method == "GET") {
        set req.grace = 1h;
        return (restart);
    }
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    } else {
        set resp.http.X-Cache = "MISS";
    }
    # The lifetime for clients begins when they get the response.
    unset resp.http.Age;
}
