set check_function_bodies = off;

-- Where both accounts work for the same event, club or car, move_rows() keeps the row of the kept account.
create or replace function private.keep_higher_roles(source uuid, target uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.event_members as kept set role = gone.role, ends_at = gone.ends_at
  from public.event_members as gone
  where kept.account_id = target and gone.account_id = source and gone.event_id = kept.event_id
    -- A role that ended gives no access, so it takes the place of no other one.
    and coalesce(gone.ends_at, 'infinity') > now() and (
      kept.ends_at <= now()
      or (array_position(private.event_roles(), kept.role), coalesce(gone.ends_at, 'infinity'))
        > (array_position(private.event_roles(), gone.role), coalesce(kept.ends_at, 'infinity'))
    );
  update public.club_members as kept set role = gone.role
  from public.club_members as gone
  where kept.user_id = target and gone.user_id = source and gone.club_id = kept.club_id
    and array_position(private.club_roles(), gone.role) < array_position(private.club_roles(), kept.role);
  update public.vehicle_members as kept set role = gone.role
  from public.vehicle_members as gone
  where kept.account_id = target and gone.account_id = source and gone.vehicle_id = kept.vehicle_id
    and gone.role = 'editor';
end $$;

create or replace function private.merge_accounts(source uuid, target uuid, typed_email text, reason text, dry_run boolean)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  obstacles text[];
  report jsonb := '[]';
  is_moved boolean := false;
  reason_text text := left(btrim(coalesce(reason, '')), 300);
begin
  -- Locks both rows first, so that the checks stay valid until the end.
  if private.manages_accounts() then
    perform from public.profiles where id in (source, target) order by id for update;
  end if;
  if not private.manages_account(source) or (target is not null and not private.manages_account(target)) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if not dry_run and reason_text = '' then
    raise exception 'a reason is needed' using errcode = '22023';
  end if;
  obstacles := private.merge_obstacles(source, target);
  if not dry_run and not exists (select from auth.users where id = source and lower(email) = lower(btrim(typed_email)))
    then
    obstacles := obstacles || 'email'::text;
  end if;
  if obstacles = '{}' then
    -- A trial moves the rows too and is rolled back, so that its report is exact.
    begin
      perform set_config('app.audit_reason', reason_text, true);
      perform private.keep_higher_roles(source, target);
      report := private.move_everything(source, target);
      if jsonb_path_exists(report, '$[*].refused') then
        obstacles := array['refused'];
      end if;
      if dry_run or obstacles <> '{}' then
        raise exception 'only a trial' using errcode = 'TRIAL';
      end if;
      perform private.close_merged(source, target, report, reason_text);
      is_moved := true;
    exception when sqlstate 'TRIAL' then
      is_moved := dry_run and obstacles = '{}';
    end;
  end if;
  return case when is_moved then private.saved() else private.refused('obstacles') end || jsonb_build_object(
    'is_trial', dry_run, 'obstacles', to_jsonb(obstacles), 'report', report,
    'target', (select jsonb_build_object('id', id, 'username', username, 'role', role) from public.profiles
      where id = target)
  );
end $$;

comment on function private.keep_higher_roles is
  'Gives the kept account the higher of the two roles in every event, club and car of both accounts.';

grant execute on function private.keep_higher_roles to public;

reset check_function_bodies;
