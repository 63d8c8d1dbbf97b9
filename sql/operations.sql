-- What nodes and commands record about the service itself.

-- Whether the service was up, by minute, from the probes of its nodes. One row per day (UTC) for all nodes: bit n is minute n.
create table availability_by_day (
  day date primary key,
  -- The minutes in which a node stored a result.
  probed bit(1440) not null,
  -- The minutes in which the probe of at least one node succeeded.
  up bit(1440) not null
);

-- What larder backup run last saw of each repository of pgBackRest. Nodes export it as metrics.
create table backup_repositories (
  -- The number of the repository in the configuration of pgBackRest.
  repository smallint primary key,
  is_encrypted boolean not null,
  -- When the newest backup of each type ended.
  full_at timestamptz,
  diff_at timestamptz,
  incr_at timestamptz,
  -- Why the last run could not use the repository or back up to it.
  failure text,
  newest_wal text,
  -- Everything that was committed before this time is in the repository.
  archived_at timestamptz,
  checked_at timestamptz,
  -- Why the last check failed; null if it passed.
  check_failure text
);
