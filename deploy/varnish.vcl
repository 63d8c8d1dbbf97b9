vcl 4.1;
# Varnish in front of the API (docs/how-to/install.md): keeps responses to callers without a key until the catalog changes, and serves
# them while Larder is down. Needs Varnish 7.1 and the package varnish-modules. Start it with a second address that only Larder reaches:
#   varnishd -a :80 -a purge=10.0.0.5:6082 -f /etc/varnish/larder.vcl -s malloc,1g
# and set for Larder:
#   SHARED_CACHE_SECONDS=60  EDGE_PURGE_URLS=http://10.0.0.5:6082  TRUSTED_PROXIES=10.0.0.5  API_PUBLIC_URL=https://api.example.org

import std;
import xkey;

backend larder {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 2s;
    .first_byte_timeout = 10s;
    # Notices a node that accepts connections and never answers.
    .probe = {
        .url = "/health";
        .interval = 1s;
        .timeout = 2s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

sub vcl_recv {
    if (local.socket == "purge") {
        if (req.method != "PURGE" || !req.http.Surrogate-Key) {
            return (synth(405));
        }
        # Softly: what is purged is served only if Larder fails.
        set req.http.X-Purged = xkey.softpurge(req.http.Surrogate-Key);
        return (synth(200));
    }
    if (req.restarts == 0) {
        # Varnish appends the address of the client to X-Forwarded-For. What the client itself sent there is not trusted.
        set req.http.X-Forwarded-For = client.ip;
        # Larder leaves the id out of responses that are kept.
        if (req.http.X-Request-Id !~ "^[\w.-]{1,64}$") {
            set req.http.X-Request-Id = "edge-" + now + "-" + req.xid;
            set req.http.X-Request-Id = regsuball(req.http.X-Request-Id, "[^\w.-]", "");
        }
        # Which responses may be served after their lifetime: those of the last seconds, all (after an error), or none (after a purge).
        set req.http.X-Stale = "recent";
    }
    # Larder checks and counts every key. Other methods need one.
    if (req.http.Authorization || (req.method != "GET" && req.method != "HEAD")
        || req.http.Content-Length || req.http.Transfer-Encoding) {
        return (pass);
    }
    unset req.http.Cookie;

    # One spelling for each query. Of a repeated parameter Larder takes the last value, and it decodes names: these are rare and passed on.
    if (req.url ~ "\?") {
        if (req.url ~ "[?&][^=&]*[%+]" || req.url ~ "[?&]([^=&]*)(=[^&]*)?&(.*&)?\1(=|&|$)") {
            return (pass);
        }
        # The parameters of the API; it ignores all others.
        set req.url = regsuball(req.url, "(?<=[?&])(?!(barcodes|brand|category|complete|country|exclude_allergens|has_image|ids|kind|limit|offset|q|since|source|(calories_kcal|carbs_g|cholesterol_mg|fat_g|fiber_g|potassium_mg|protein_g|saturated_fat_g|sodium_mg|sugar_g)_(max|min))(=|&|$))[^&]*(&|$)", "");
        set req.url = std.querysort(regsub(req.url, "[?&]$", ""));
    }

    if (req.http.X-Stale == "any" || !std.healthy(req.backend_hint)) {
        set req.grace = 1h;
    } else if (req.http.X-Stale == "none") {
        set req.grace = 0s;
    } else {
        set req.grace = 10s;
    }
    return (hash);
}

sub vcl_hash {
    # Without the host: responses do not depend on it.
    hash_data(req.url);
    return (lookup);
}

sub vcl_hit {
    # A purge ended the lifetime early.
    if (req.http.X-Stale == "recent" && obj.ttl < 0s && std.healthy(req.backend_hint)
        && obj.ttl + obj.age < std.duration(obj.http.X-Lifetime + "s", 0s) - 100ms) {
        set req.http.X-Stale = "none";
        return (restart);
    }
}

sub vcl_miss {
    # Larder has just answered with an error, and nothing is left to serve instead.
    if (req.http.X-Stale == "any") {
        return (synth(503));
    }
}

sub vcl_backend_response {
    if (beresp.http.Cache-Control !~ "^public") {
        # Never replaces a response that can still be served: the caller that it was fetched for may be over its limit.
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        # For a second, callers of the same URL do not wait for each other. After an error they do, and what is left is served.
        set beresp.uncacheable = true;
        set beresp.ttl = 1s;
        if (beresp.status >= 500) {
            set beresp.ttl = 0s;
        }
        set beresp.grace = 0s;
        return (deliver);
    }
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    set beresp.http.X-Lifetime = beresp.ttl;
    set beresp.grace = 1h;
    return (deliver);
}

sub vcl_backend_error {
    if (bereq.is_bgfetch) {
        return (abandon);
    }
    set beresp.http.Content-Type = "application/json; charset=utf-8";
    set beresp.http.Access-Control-Allow-Origin = "*";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "1";
    set beresp.body = """{"detail":"The service cannot be reached. Retry in 1 seconds."}""";
    return (deliver);
}

sub vcl_synth {
    if (resp.status == 503) {
        set resp.http.Content-Type = "application/json; charset=utf-8";
        set resp.http.Access-Control-Allow-Origin = "*";
        set resp.http.Cache-Control = "no-store";
        set resp.http.Retry-After = "1";
        set resp.http.X-Request-Id = req.http.X-Request-Id;
        set resp.body = """{"detail":"The service cannot be reached. Retry in 1 seconds."}""";
        return (deliver);
    }
    set resp.body = req.http.X-Purged;
    return (deliver);
}

sub vcl_deliver {
    if (resp.status >= 500 && req.http.X-Stale != "any" && !req.http.Authorization
        && (req.method == "GET" || req.method == "HEAD")) {
        set req.http.X-Stale = "any";
        return (restart);
    }
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    } else {
        set resp.http.X-Cache = "MISS";
    }
    set resp.http.X-Request-Id = req.http.X-Request-Id;
    # The lifetime for clients begins when they get the response. Caches of others cannot be purged, so they may not keep it longer.
    set resp.http.Date = now;
    set resp.http.Cache-Control = regsub(resp.http.Cache-Control, ", s-maxage=.*", "");
    unset resp.http.Age;
    unset resp.http.Surrogate-Key;
    unset resp.http.xkey;
    unset resp.http.X-Lifetime;
    unset resp.http.X-Varnish;
    unset resp.http.Via;
}
