-- Who did something and when is written by the server. Row policies alone cannot say that for single columns.
create function private.guard_server_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  author text := tg_argv[0];
  columns text[] := string_to_array(tg_argv[1], ',');
  given jsonb := to_jsonb(new);
  before jsonb;
  is_forged boolean;
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    before := to_jsonb(old);
    is_forged := exists (select from unnest(author || columns) as name where given -> name is distinct from before -> name);
  else
    is_forged := given ? author and given ->> author is distinct from auth.uid()::text
      or exists (select from unnest(columns) as name where (given ->> name)::timestamptz <> now());
  end if;
  if is_forged then
    raise exception 'only the server writes % of %', concat_ws(', ', nullif(author, ''), tg_argv[1]), tg_table_name using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_server_columns() is
  'Arguments: the column of the account that wrote the row ('''' without one), columns of times with commas between. An API caller adds rows in its own name, with these times empty or now, and never changes them.';

create trigger profiles_server_columns before update on public.profiles
  for each row execute function private.guard_server_columns('', 'terms_accepted_at');
create trigger notification_campaigns_server_columns before insert or update on public.notification_campaigns
  for each row execute function private.guard_server_columns('created_by', 'created_at,sent_at,push_taken_at,push_done_at');
create trigger algorithm_settings_server_columns before insert or update on public.algorithm_settings
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger approval_tokens_server_columns before insert or update on public.approval_tokens
  for each row execute function private.guard_server_columns('created_by', 'created_at,used_at');
create trigger duplicate_verdicts_server_columns before insert or update on public.duplicate_verdicts
  for each row execute function private.guard_server_columns('decided_by', 'decided_at');
create trigger health_checks_server_columns before insert or update on public.health_checks
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger media_assets_server_columns before insert or update on public.media_assets
  for each row execute function private.guard_server_columns('uploaded_by', 'created_at');
create trigger repair_jobs_server_columns before insert or update on public.repair_jobs
  for each row execute function private.guard_server_columns('created_by', 'created_at');

-- An approval link is revoked now, once.
create function private.stamp_revocation() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') or new.revoked_at is not distinct from old.revoked_at then
    return new;
  end if;
  if old.revoked_at is not null then
    raise exception 'a revoked link stays revoked' using errcode = '42501';
  end if;
  new.revoked_at := now();
  return new;
end $$;
comment on function private.stamp_revocation() is 'The time of a revocation is the server''s, and a revocation is final.';

create trigger approval_tokens_stamp before update on public.approval_tokens
  for each row execute function private.stamp_revocation();
