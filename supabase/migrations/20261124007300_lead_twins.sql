-- Contacts that may be the same: the same telephone or e-mail.

create function public.lead_twins(lead uuid) returns table (id uuid, name text, stage text)
language sql stable security invoker set search_path = ''
begin atomic
  select other.id, other.name, other.stage
  from public.event_leads as one join public.event_leads as other
    on other.id <> one.id and (other.phone_key = one.phone_key or lower(other.email) = lower(one.email))
  where one.id = lead_twins.lead
  order by other.created_at, other.id limit 20;
end;
comment on function public.lead_twins(uuid) is 'For prospecting staff: other leads with the telephone or the e-mail of a lead.';
revoke execute on function public.lead_twins(uuid) from public, anon;
grant execute on function public.lead_twins(uuid) to authenticated;
