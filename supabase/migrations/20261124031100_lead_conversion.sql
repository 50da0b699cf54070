-- How many of the contacts for events were invited and published an event, by source and stage.

create function public.lead_conversion(since date, until date)
returns table (source text, stage text, leads bigint, invited bigint, published bigint)
language sql stable security invoker set search_path = '' begin atomic
  select coalesce(btrim(lead.source), ''), lead.stage, count(*),
    count(*) filter (where exists (
      select from public.lead_activities as activity where activity.lead_id = lead.id and activity.kind = 'invitation'
    )),
    count(*) filter (where exists (
      select from public.events as event
      where event.published_at is not null and (
        event.id = lead.event_id or lower(event.organizer_email) = lower(lead.email) and event.published_at > lead.created_at
      )
    ))
  from public.event_leads as lead
  where lead.created_at >= since::timestamp at time zone 'America/Sao_Paulo'
    and lead.created_at < (until + 1)::timestamp at time zone 'America/Sao_Paulo'
  group by 1, 2 order by 3 desc, 1, 2 limit 1000;
end;
comment on function public.lead_conversion(date, date) is
  'For prospecting staff: leads of a period by source and stage, how many got an invitation, and for how many an event is published: their own one, or a later one with their e-mail.';
revoke execute on function public.lead_conversion(date, date) from public, anon;
grant execute on function public.lead_conversion(date, date) to authenticated;

create index event_leads_created_at_idx on public.event_leads (created_at);
