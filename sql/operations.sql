-- What nodes and commands record about the service itself.

-- Whether the service was up, by minute, from the probes of its nodes. One row per day (UTC) for all nodes: bit n is minute n.
create table availability_by_day (
  day date primary key,
  -- The minutes in which a node stored a result.
  probed bit(1440) not null,
  -- The minutes in which the probe of at least one node succeeded.
  up bit(1440) not null
);
