-- Short links to the page of an event, one per audience, with the number of visits and registrations.

create table public.event_links (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  audience text not null check (audience in ('visitors', 'exhibitors', 'food_trucks', 'sponsors', 'clubs')),
  label text not null default '' check (char_length(label) <= 60),
  code text not null default lower(private.new_registration_code()) check (code ~ '^[a-hj-np-z2-9]{8}$'),
  created_by uuid default private.account_id() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint event_links_code_key unique (code),
  constraint event_links_name_key unique (event_id, audience, label)
);
comment on table public.event_links is 'Short links of an event. They stay: printed ones cannot be changed.';
comment on column public.event_links.label is 'Where the link is used, such as a magazine; empty for the general link of an audience.';
create index event_links_created_by_idx on public.event_links (created_by);

create table public.event_link_days (
  link_id uuid not null references public.event_links (id) on delete cascade,
  day date not null,
  visits integer not null default 0 check (visits >= 0),
  primary key (link_id, day)
);
comment on table public.event_link_days is 'Visits through a link by day, without anything about the visitor.';

alter table public.event_registrations add column link_id uuid references public.event_links (id) on delete set null;
comment on column public.event_registrations.link_id is 'The short link through which the person came to the event, when there was one.';
create index event_registrations_link_id_idx on public.event_registrations (link_id);

alter table public.event_links enable row level security;
alter table public.event_link_days enable row level security;
revoke all on public.event_links, public.event_link_days from anon, authenticated;
grant select on public.event_links to authenticated;
grant insert (event_id, audience, label) on public.event_links to authenticated;
grant select on public.event_link_days to authenticated;
grant all on public.event_links, public.event_link_days to service_role;

create policy "event managers read links" on public.event_links
  for select to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers add links in their own name" on public.event_links
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events')) and created_by = (select private.account_id()));
create policy "event managers read visits of links" on public.event_link_days
  for select to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));

create trigger event_links_server_columns before insert or update on public.event_links
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger event_links_audit after insert or update or delete on public.event_links
  for each row execute function private.write_audit('id');

create function private.open_event_link(code text, is_counted boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_links;
  slug text;
begin
  select event_links.* into link from public.event_links where event_links.code = lower(open_event_link.code);
  select events.slug into slug from public.events where events.id = link.event_id and private.is_public_event(events);
  if slug is not null and is_counted then
    insert into public.event_link_days as known (link_id, day, visits) values (link.id, private.brazilian_today(), 1)
    on conflict (link_id, day) do update set visits = known.visits + 1;
  end if;
  return slug;
end $$;
comment on function private.open_event_link(text, boolean) is 'The slug of the event of a link, null when visitors do not see it; counts the visit.';

create function public.open_event_link(code text, is_counted boolean) returns text
language sql volatile security invoker set search_path = ''
return private.open_event_link(code, is_counted);
comment on function public.open_event_link(text, boolean) is
  'For the server only: the slug of the public event of a short link, null for an unknown code; counts one visit.';
revoke execute on function public.open_event_link(text, boolean) from public, anon, authenticated;
grant execute on function public.open_event_link(text, boolean) to service_role;

create function private.attribute_registration(registration uuid, code text) returns void
language sql volatile security definer set search_path = '' as $$
  -- A later use of another link does not move an old registration.
  update public.event_registrations set link_id = link.id
  from public.event_links as link
  where event_registrations.id = attribute_registration.registration and event_registrations.link_id is null
    and event_registrations.created_at > now() - interval '10 minutes'
    and link.event_id = event_registrations.event_id and link.code = lower(attribute_registration.code)
$$;
comment on function private.attribute_registration(uuid, text) is 'Stores the link through which a new registration came, once and only for a link of its event.';

create function public.attribute_registration(registration uuid, code text) returns void
language sql volatile security invoker set search_path = ''
return private.attribute_registration(registration, code);
comment on function public.attribute_registration(uuid, text) is
  'For the server only: stores the short link through which a new registration came.';
revoke execute on function public.attribute_registration(uuid, text) from public, anon, authenticated;
grant execute on function public.attribute_registration(uuid, text) to service_role;

create function public.event_link_results(event uuid)
returns table (id uuid, audience text, label text, code text, visits bigint, registrations bigint)
language sql stable security invoker set search_path = '' begin atomic
  select link.id, link.audience, link.label, link.code,
    coalesce((select sum(day.visits) from public.event_link_days as day where day.link_id = link.id), 0),
    (select count(*) from public.event_registrations as registration where registration.link_id = link.id)
  from public.event_links as link
  where link.event_id = event_link_results.event
  order by link.created_at, link.id limit 200;
end;
comment on function public.event_link_results(uuid) is 'For event managers: the short links of an event with visits and registrations.';
revoke execute on function public.event_link_results(uuid) from public, anon;
grant execute on function public.event_link_results(uuid) to authenticated;

insert into private.audit_log_permissions (entity, permission) values ('event_links', 'events');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('event_links', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink');
select
  private.declare_columns('event_registrations', 'exported', '{link_id}'),
  private.declare_columns('event_links', 'exported', '{id,event_id,audience,label,code,created_at}'),
  private.declare_columns('event_links', 'withheld', '{created_by}', 'another person: who made the link'),
  private.declare_columns('event_link_days', 'not_personal', '{*}', 'numbers of visits');
