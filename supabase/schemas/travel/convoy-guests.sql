-- Guests of convoys: people without an account who came by the link and gave a name.

create table public.convoy_guests (
  id uuid primary key default gen_random_uuid(),
  convoy_id uuid not null references public.convoys (id) on delete cascade,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  vehicle text not null default '' check (char_length(vehicle) <= 80),
  status text not null default 'driving' check (status = any (private.convoy_statuses())),
  status_at timestamptz not null default now(),
  joined_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Guests can call the function without the server's checks: a missing number must be false here, not null.
  place jsonb check (place is null or coalesce(
    jsonb_typeof(place -> 'lat') = 'number' and (place ->> 'lat')::double precision between -90 and 90
    and jsonb_typeof(place -> 'lng') = 'number' and (place ->> 'lng')::double precision between -180 and 180
    and jsonb_typeof(place -> 'accuracy_m') = 'number'
    and (place ->> 'accuracy_m')::double precision between 0 and 100000
    and place ->> 'measured_at' is not null, false
  ))
);
comment on table public.convoy_guests is
  'People without an account in a convoy, with what they told the others; read and written by functions. Deleted 24 '
  'hours after the end.';
comment on column public.convoy_guests.token_hash is
  'SHA-256 of the token that the device of the guest keeps; null in a restored database, where no guest gets in.';
comment on column public.convoy_guests.expires_at is 'Copy of convoys.ends_at: the token opens nothing afterwards.';
comment on column public.convoy_guests.place is
  '{lat, lng, accuracy_m, measured_at} of the last position; earlier ones are not stored.';
create index convoy_guests_convoy_id_idx on public.convoy_guests (convoy_id);
create index convoy_guests_expires_at_idx on public.convoy_guests (expires_at);
alter table public.convoy_guests enable row level security;
grant all on public.convoy_guests to service_role;

select
  private.declare_columns('convoy_guests', 'withheld',
    '{id,convoy_id,name,vehicle,status,status_at,joined_at,expires_at,place}',
    'a person without an account, who sees it on the page of the convoy and deletes it by leaving'),
  private.declare_columns('convoy_guests', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('convoy_guests', 'public.convoy_guests', 'expires_at', '24:00:00', 352);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.convoy_guests', 'token_hash', 'null');

create trigger convoy_channel_replaced_for_guests after delete on public.convoy_guests
for each row execute function private.replace_convoy_channel();

create function private.convoy_guest(code text, token text) returns public.convoy_guests
language sql stable security definer set search_path = '' as $$
  select guest from public.convoy_guests as guest
  join public.convoys as convoy on convoy.id = guest.convoy_id and convoy.code = convoy_guest.code
  where guest.token_hash = private.token_hash(token) and guest.expires_at > now()
$$;
comment on function private.convoy_guest is
  'The guest whose device has this token while the convoy runs, otherwise null.';

create function private.join_convoy_as_guest(code text, token_hash text, name text, vehicle text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.convoys;
begin
  select * into existing from public.convoys as convoy where convoy.code = join_convoy_as_guest.code for no key update;
  if existing.id is null then
    return private.refused('unknown');
  elsif existing.ends_at <= now() then
    return private.refused('over');
  elsif private.convoy_size(existing.id) >= 100 then
    return private.refused('full');
  end if;
  insert into public.convoy_guests (convoy_id, token_hash, name, vehicle, expires_at)
  values (
    existing.id, join_convoy_as_guest.token_hash, join_convoy_as_guest.name, join_convoy_as_guest.vehicle,
    existing.ends_at
  );
  return private.saved();
end $$;

create function private.report_as_convoy_guest(code text, token text, status text, place jsonb, is_hidden boolean)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  guest public.convoy_guests := private.convoy_guest(code, token);
begin
  if guest.id is null then
    return private.gone();
  end if;
  -- A position that arrives late never replaces a newer one; a clock ahead of the server's counts as now.
  update public.convoy_guests as known set
    status = coalesce(report_as_convoy_guest.status, known.status),
    status_at = case when report_as_convoy_guest.status <> known.status then now() else known.status_at end,
    place = case
      when is_hidden then null
      when report_as_convoy_guest.place is null then known.place
      when (known.place ->> 'measured_at')::timestamptz >= (report_as_convoy_guest.place ->> 'measured_at')::timestamptz
        then known.place
      else jsonb_build_object(
        'lat', report_as_convoy_guest.place -> 'lat', 'lng', report_as_convoy_guest.place -> 'lng',
        'accuracy_m', report_as_convoy_guest.place -> 'accuracy_m',
        'measured_at', least((report_as_convoy_guest.place ->> 'measured_at')::timestamptz, now()))
    end
  where known.id = guest.id;
  return private.saved();
end $$;

create function private.read_convoy_as_guest(code text, token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  guest public.convoy_guests := private.convoy_guest(code, token);
  convoy public.convoys;
begin
  if guest.id is null then
    return null;
  end if;
  select * into convoy from public.convoys where id = guest.convoy_id;
  return private.convoy_view(convoy, guest.id);
end $$;

create function private.leave_convoy_as_guest(code text, token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  guest public.convoy_guests := private.convoy_guest(code, token);
  listened uuid;
begin
  if guest.id is null then
    return private.gone();
  end if;
  select channel into listened from public.convoys where id = guest.convoy_id for no key update;
  delete from public.convoy_guests where id = guest.id;
  return private.saved(jsonb_build_object('channel', listened));
end $$;

create function public.join_convoy_as_guest(code text, token_hash text, name text, vehicle text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.join_convoy_as_guest(code, token_hash, name, vehicle);
comment on function public.join_convoy_as_guest is
  'Adds a person without an account to a convoy: saved, or refused with unknown, over or full (100 people). Only the '
  'server calls it, which limits the guesses of codes.';
grant execute on function public.join_convoy_as_guest to service_role;

create function public.report_as_convoy_guest(code text, token text, status text, place jsonb, is_hidden boolean)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.report_as_convoy_guest(code, token, status, place, is_hidden);
comment on function public.report_as_convoy_guest is
  'report_to_convoy for the guest with this token; gone for every other token and after the end.';
grant execute on function public.report_as_convoy_guest to anon, authenticated, service_role;

create function public.read_convoy_as_guest(code text, token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_convoy_as_guest(code, token);
comment on function public.read_convoy_as_guest is
  'read_convoy for the guest with this token; null for every other token and after the end.';
grant execute on function public.read_convoy_as_guest to anon, authenticated, service_role;

create function public.leave_convoy_as_guest(code text, token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.leave_convoy_as_guest(code, token);
comment on function public.leave_convoy_as_guest is
  'Deletes the guest with this token: saved with the channel of before, gone for every other token.';
grant execute on function public.leave_convoy_as_guest to anon, authenticated, service_role;
