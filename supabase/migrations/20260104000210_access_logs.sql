-- Who came in and who failed to; addresses only as a hash that means nothing outside this portal.
create table public.access_logs (
  id bigint generated always as identity primary key,
  user_id uuid references public.profiles (id) on delete set null,
  event text not null check (event in ('sign_in', 'sign_in_failed', 'code_failed', 'link_used', 'sign_up', 'sign_out', 'password_changed')),
  address_hash text check (char_length(address_hash) <= 64),
  device text not null default '' check (char_length(device) <= 120),
  created_at timestamptz not null default now()
);
comment on table public.access_logs is 'Sign-ins, failures and other doors, written by the server only; kept as long as system_access_log_days says.';
comment on column public.access_logs.address_hash is 'Keyed hash of the caller''s address: equal for equal addresses, unreadable.';
comment on column public.access_logs.user_id is 'Null when the failed sign-in named no account.';

create index access_logs_user_idx on public.access_logs (user_id, created_at desc);
create index access_logs_created_at_idx on public.access_logs (created_at desc);
create index access_logs_address_idx on public.access_logs (address_hash, created_at desc);

alter table public.access_logs enable row level security;
revoke all on public.access_logs from anon, authenticated;
grant select on public.access_logs to authenticated;
grant all on public.access_logs to service_role;

create policy "access log readers read the access log" on public.access_logs
  for select to authenticated using ((select private.has_permission('access_log')));

create function private.log_access(event text, account uuid, email text, address_hash text, device text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.access_logs (event, user_id, address_hash, device)
  values (
    event,
    (select profiles.id from public.profiles where profiles.id = coalesce(account, (select users.id from auth.users where users.email = lower(log_access.email) limit 1))),
    address_hash, left(coalesce(device, ''), 120)
  )
$$;
comment on function private.log_access(text, uuid, text, text, text) is 'One line of the access log; an e-mail is kept only as the account it belongs to.';

create function public.log_access(event text, account uuid, email text, address_hash text, device text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.log_access(event, account, email, address_hash, device);
end;
comment on function public.log_access(text, uuid, text, text, text) is 'For the server only.';
revoke execute on function public.log_access(text, uuid, text, text, text) from public, anon, authenticated;
grant execute on function public.log_access(text, uuid, text, text, text) to service_role;
