-- The last decisions about an author: the limits of a person, and the order of the review queue.
create index contributions_decided on contributions (account_id, decided_at desc, id desc)
  where status in ('accepted', 'rejected', 'undone');
