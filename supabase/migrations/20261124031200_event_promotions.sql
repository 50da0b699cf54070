-- Featured events: one event at a time on the home page of the portal and one on the home page of each state.

create table public.event_promotions (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  state_abbr char(2) references public.states (abbr),
  starts_on date not null,
  ends_on date not null,
  created_by uuid default private.account_id() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint promotion_has_a_period check (ends_on >= starts_on and ends_on - starts_on <= 62)
);
comment on table public.event_promotions is 'Periods in which an event is featured on a home page. Two periods of the same page never overlap.';
comment on column public.event_promotions.state_abbr is 'The state on whose home page the event is featured; null is the home page of the portal.';
comment on column public.event_promotions.ends_on is 'Last day, in Brazilian time like the first.';
create index event_promotions_event_id_idx on public.event_promotions (event_id);
create index event_promotions_state_abbr_idx on public.event_promotions (state_abbr, ends_on);
create index event_promotions_ends_on_idx on public.event_promotions (ends_on);
create index event_promotions_created_by_idx on public.event_promotions (created_by);

alter table public.event_promotions enable row level security;
revoke all on public.event_promotions from anon, authenticated;
grant select (id, event_id, state_abbr, starts_on, ends_on) on public.event_promotions to anon;
grant select, delete on public.event_promotions to authenticated;
grant insert (event_id, state_abbr, starts_on, ends_on) on public.event_promotions to authenticated;
grant all on public.event_promotions to service_role;

create policy "anonymous visitors read running promotions" on public.event_promotions
  for select to anon using (private.brazilian_today() between starts_on and ends_on);
create policy "signed-in accounts read running promotions, event managers all" on public.event_promotions
  for select to authenticated
  using (private.brazilian_today() between starts_on and ends_on or ((select private.is_staff()) and (select private.has_permission('events'))));
create policy "event managers add promotions in their own name" on public.event_promotions
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events')) and created_by = (select private.account_id()));
create policy "event managers delete promotions" on public.event_promotions
  for delete to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));

create function private.check_promotion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event public.events;
begin
  -- Two people may book the same page at the same time.
  perform pg_advisory_xact_lock(hashtext('event_promotions'), hashtext(coalesce(new.state_abbr, 'BR')));
  select * into event from public.events where id = new.event_id;
  if event.status is distinct from 'published' or event.deleted_at is not null or new.state_abbr <> event.state_abbr then
    raise exception 'the event cannot be featured there' using errcode = '23514', constraint = 'promotion_of_a_published_event';
  elsif new.ends_on < private.brazilian_today() or new.ends_on > (event.ends_at at time zone event.time_zone)::date then
    raise exception 'the period is over or ends after the event' using errcode = '23514', constraint = 'promotion_ends_with_the_event';
  elsif exists (
    select from public.event_promotions as other
    where other.state_abbr is not distinct from new.state_abbr and other.starts_on <= new.ends_on and other.ends_on >= new.starts_on
  ) then
    raise exception 'promotion_taken';
  end if;
  return new;
end $$;
comment on function private.check_promotion() is
  'Trigger function: only published events, on the page of the portal or of their state, until their last day. Raises promotion_taken.';

create function private.expire_promotion_pages() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.event_promotions := case when tg_op = 'DELETE' then old else new end;
begin
  -- A period that has not begun or is over is on no page.
  if private.brazilian_today() between changed.starts_on and changed.ends_on then
    perform private.revalidate_event_states(array(select state_abbr::text from public.events where id = changed.event_id));
  end if;
  return null;
end $$;
comment on function private.expire_promotion_pages() is 'Trigger function: expires the home pages that show or showed the event.';

create trigger event_promotions_server_columns before insert or update on public.event_promotions
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger event_promotions_check before insert on public.event_promotions
  for each row execute function private.check_promotion();
create trigger event_promotions_pages after insert or delete on public.event_promotions
  for each row execute function private.expire_promotion_pages();
create trigger event_promotions_audit after insert or update or delete on public.event_promotions
  for each row execute function private.write_audit('id');

create function private.refresh_promotion_pages() returns void
language sql volatile security definer set search_path = '' as $$
  select private.revalidate_event_states(array(
    select distinct event.state_abbr::text
    from public.event_promotions as promotion join public.events as event on event.id = promotion.event_id
    where promotion.starts_on = private.brazilian_today() or promotion.ends_on = private.brazilian_today() - 1
    order by 1
  ))
$$;
comment on function private.refresh_promotion_pages() is
  'For the job of each night: expires, in one request, the pages on which a featured event begins or ended.';

insert into private.audit_log_permissions (entity, permission) values ('event_promotions', 'events');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('event_promotions', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink');
select
  private.declare_columns('event_promotions', 'exported', '{id,event_id,state_abbr,starts_on,ends_on,created_at}'),
  private.declare_columns('event_promotions', 'withheld', '{created_by}', 'another person: who featured the event');
