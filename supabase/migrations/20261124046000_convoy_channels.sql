-- The channel on which browsers of a convoy's members are told that something changed (Supabase Realtime).

alter table public.convoys add column channel uuid not null default gen_random_uuid();
comment on column public.convoys.channel is
  'Secret name of the Realtime channel, for members only; replaced when a member is removed and by writes after the end.';
select private.declare_columns('convoys', 'withheld', '{channel}', 'a secret that all members of the convoy share');

create function private.replace_convoy_channel() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.convoys set channel = gen_random_uuid() where id = old.convoy_id;
  return null;
end $$;
comment on function private.replace_convoy_channel() is 'Whoever is no longer a member knows only a channel that is no longer used.';
create trigger convoy_channel_replaced after delete on public.convoy_members
for each row execute function private.replace_convoy_channel();

create or replace function private.read_convoy(code text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  convoy public.convoys := private.own_convoy(code);
begin
  if convoy.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'code', convoy.code, 'name', convoy.name, 'starts_at', convoy.starts_at, 'ends_at', convoy.ends_at, 'now', now(),
    'is_leader', convoy.leader_id = account, 'regroup_points', convoy.regroup_points,
    'channel', case when convoy.ends_at > now() then convoy.channel end,
    'members', (
      select jsonb_agg(jsonb_build_object(
        'id', member.account_id, 'is_self', member.account_id = account, 'name', member.name, 'vehicle', member.vehicle, 'role', member.role,
        'status', member.status, 'status_at', member.status_at,
        'position', case when place.convoy_id is not null then
          jsonb_build_object('lat', place.lat, 'lng', place.lng, 'accuracy_m', place.accuracy_m, 'measured_at', place.measured_at)
        end
      ) order by array_position(array['leader', 'member', 'support', 'sweep'], member.role), member.joined_at, member.account_id)
      from public.convoy_members as member
      left join public.convoy_positions as place
        on place.convoy_id = member.convoy_id and place.account_id = member.account_id and place.shared_until > now()
      where member.convoy_id = convoy.id
    )
  );
end $$;
comment on function public.read_convoy(text) is
  'A convoy with its members and, until its end, its channel and their last positions; null for others than members.';

-- Both functions return another type than before: the channel, so that the server can tell those who listen to it.
drop function public.change_convoy(text, jsonb);
drop function private.change_convoy(text, jsonb);
drop function public.leave_convoy(text, uuid);
drop function private.leave_convoy(text, uuid);

create function private.change_convoy(code text, changes jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  convoy public.convoys := private.own_convoy(code);
  listened uuid;
begin
  if convoy.id is null or convoy.leader_id <> private.account_id() then
    return null;
  end if;
  -- Calls that replace the channel wait for each other, so that each returns the one that members know until then.
  select channel into listened from public.convoys where id = convoy.id for no key update;
  update public.convoys set
    regroup_points = coalesce(changes -> 'regroup_points', regroup_points),
    ends_at = case when changes ->> 'is_ended' = 'true' then least(ends_at, now()) else ends_at end,
    channel = case when changes ->> 'is_ended' = 'true' or ends_at <= now() then gen_random_uuid() else channel end
  where id = convoy.id returning * into convoy;
  update public.convoy_positions set shared_until = convoy.ends_at where convoy_id = convoy.id;
  update public.convoy_members set role = changes ->> 'role'
  where convoy_id = convoy.id and account_id = (changes ->> 'member')::uuid and role <> 'leader' and changes ->> 'role' in ('sweep', 'support', 'member');
  return listened;
end $$;

create function public.change_convoy(code text, changes jsonb) returns uuid
language sql volatile security invoker set search_path = ''
return private.change_convoy(code, changes);
comment on function public.change_convoy(text, jsonb) is
  'For the leader: {regroup_points}, {is_ended: true} or {member, role}; returns the channel of before the change, null for everybody else.';

create function private.leave_convoy(code text, member uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  convoy public.convoys := private.own_convoy(code);
  listened uuid;
begin
  if convoy.id is null or (member <> account and convoy.leader_id <> account) then
    return null;
  end if;
  select channel into listened from public.convoys where id = convoy.id for no key update;
  -- A convoy without its leader ends for everybody.
  if member = convoy.leader_id then
    delete from public.convoys where id = convoy.id;
  else
    delete from public.convoy_members where convoy_id = convoy.id and account_id = member;
  end if;
  return listened;
end $$;

create function public.leave_convoy(code text, member uuid) returns uuid
language sql volatile security invoker set search_path = ''
return private.leave_convoy(code, member);
comment on function public.leave_convoy(text, uuid) is
  'Removes the caller, or a member for the leader; the convoy is deleted when its leader leaves. Returns the channel of before, null for everybody else.';

revoke execute on function public.change_convoy(text, jsonb), public.leave_convoy(text, uuid) from public, anon;
grant execute on function public.change_convoy(text, jsonb), public.leave_convoy(text, uuid) to authenticated;
