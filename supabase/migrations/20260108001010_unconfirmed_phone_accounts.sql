insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (210, 'unconfirmed_phone_accounts', 'auth.users', 'created_at', '30 days',
    'email is null and phone is not null and phone_confirmed_at is null and last_sign_in_at is null', 'delete');
