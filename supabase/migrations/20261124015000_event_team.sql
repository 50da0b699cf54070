-- Who works on an event: organiser, club, publish link, operators of the gate and devices. The link of a badge for the team.

create function private.event_team(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_staff() and private.has_permission('events')) then
    raise exception 'only event managers' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'organizer', (select username from public.profiles where profiles.id = subject.organizer_id),
      'club', (
        select jsonb_build_object('id', clubs.id, 'name', clubs.name, 'members', coalesce((
          select jsonb_agg(jsonb_build_object('username', profiles.username, 'role', members.role) order by members.role desc, profiles.username)
          from public.club_members as members join public.profiles on profiles.id = members.user_id
          where members.club_id = clubs.id and members.role in ('owner', 'admin')
        ), '[]'))
        from public.clubs where clubs.id = subject.club_id
      ),
      'link', (
        select to_jsonb(link) - 'token_hash' || jsonb_build_object('used', (select count(*) from public.events as made where made.publish_link_id = link.id))
        from (
          select id, label, max_uses, expires_at, revoked_at from public.event_publish_links where id = subject.publish_link_id
        ) as link
      ),
      'operators', (
        select coalesce(jsonb_agg(jsonb_build_object('username', profiles.username, 'role', profiles.role) order by profiles.username), '[]')
        from public.profiles
        where profiles.blocked_at is null and profiles.role in ('editor', 'admin', 'main_admin', 'superadministrador') and (
          profiles.role in ('main_admin', 'superadministrador')
          or 'event_checkin' = any (profiles.permissions)
          or exists (select from public.role_permissions as granted where granted.role = profiles.role and granted.permission_key = 'event_checkin')
        )
      ),
      'devices', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', devices.id, 'name', devices.name, 'expires_at', devices.expires_at, 'revoked_at', devices.revoked_at,
          'last_sync_at', devices.last_sync_at, 'pending_readings', devices.pending_readings, 'created_at', devices.created_at
        ) order by devices.created_at desc), '[]')
        from public.checkin_devices as devices where devices.event_id = subject.id
      )
    )
    from public.events as subject where subject.id = event_team.event
  );
end $$;
comment on function private.event_team(uuid) is
  'For event managers: {organizer, club with its owner and administrators, link, operators, devices} of an event; null without the event.';

create function public.event_team(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_team(event);
comment on function public.event_team(uuid) is 'Event managers read who edits an event, with which link it was made, who checks in and which devices do.';
revoke execute on function public.event_team(uuid) from public, anon;
grant execute on function public.event_team(uuid) to authenticated, service_role;

create function private.share_badge(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, null);
begin
  if known.status <> 'confirmed' then
    raise exception 'registration_decided';
  end if;
  perform private.note_registration(known, 'shared:');
end $$;
comment on function private.share_badge(uuid) is
  'Notes that an event manager was shown the badge link of a confirmed registration. Raises registration_decided for another status.';

create function public.share_badge(registration uuid) returns void
language sql volatile security invoker set search_path = ''
return private.share_badge(registration);
comment on function public.share_badge(uuid) is 'Notes that an event manager was shown the badge link of a confirmed registration.';
revoke execute on function public.share_badge(uuid) from public, anon;
grant execute on function public.share_badge(uuid) to authenticated, service_role;
