-- A request for a new place can state that the place belongs to the sender. Its approval adds the account of the sender
-- to service_members as owner, as the approval of a claim does.

comment on table private.granted_claims is 'Approved claims, and approved new places of the sender, that made an account an owner.';
comment on column public.service_members.claim_id is
  'The approved request that made the account an owner: a claim, or a new place of the sender; taking the decision back ends the access.';

create function private.place_of_claim(request public.service_requests) returns uuid
language sql stable set search_path = '' as $$
  select case
    when request.status <> 'approved' then null
    when request.kind = 'claim' then request.service_id
    when request.kind = 'new' and request.result_table = 'services' and request.payload -> 'runs_place' = 'true' then request.result_id
  end
$$;
comment on function private.place_of_claim(public.service_requests) is
  'The place that an approved request gives to its sender: the claimed one, or the new one that the sender runs; null for every other request.';

create or replace function private.grant_claims(address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
  claim record;
begin
  select profiles.id into person from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(address)) and profiles.email_verified_at is not null;
  if person is null then
    return;
  end if;
  for claim in
    select request.id, services.id as service_id
    from public.service_requests as request join public.services on services.id = private.place_of_claim(request)
    where request.status = 'approved' and lower(btrim(request.requester_email)) = lower(btrim(grant_claims.address))
      and not exists (select from private.granted_claims where claim_id = request.id)
    order by request.decided_at, request.id
  loop
    insert into private.granted_claims (claim_id) values (claim.id) on conflict do nothing;
    if found then
      insert into public.service_members (service_id, account_id, role, claim_id) values (claim.service_id, person, 'owner', claim.id)
      on conflict (service_id, account_id) do update set role = 'owner', claim_id = excluded.claim_id;
      perform private.tell_place_owner(person, claim.service_id);
    end if;
  end loop;
end $$;

drop trigger service_requests_own_place on public.service_requests;
create trigger service_requests_own_place after update of status on public.service_requests
  for each row when (new.kind in ('claim', 'new') and (new.status = 'approved') <> (old.status = 'approved'))
  execute function private.own_claimed_place();

-- The mail of the decision leads to the page of the place.
create or replace function private.decided_applications() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select form.request_id, form.status, form.decided_at,
    case when form.status = 'ready' then 'trip_panel_answered' when given.id is not null then 'claim_approved' else form.template end,
    form.email, form.locale,
    case
      when form.status = 'ready'
        then form.data || jsonb_build_object(
          'origin', panel.origin, 'destination', panel.destination, 'url', coalesce(panel.answer_link, ''),
          'trip_share', (select id from private.trip_panel_share(form.request_id))
        )
      when given.id is not null then form.data || jsonb_build_object('place', given.name, 'path', '/painel/lugares/' || given.id)
      when request.is_from_place then form.data || jsonb_build_object('path', '/painel/lugares/' || request.service_id)
      else form.data
    end
  from private.decided_forms() as form
  left join public.trip_panel_requests as panel on panel.id = form.request_id
  left join public.service_requests as request on request.id = form.request_id
  left join public.services as given on given.id = private.place_of_claim(request)
$$;
