create function records.pair_saved(target text, ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if cardinality(ids) > 0 and exists (select from records.duplicate_sources where entity = target) then
    perform private.pair_duplicates(target, ids);
  end if;
end $$;
comment on function records.pair_saved(text, uuid[]) is 'Looks for rows that stand for the same as these, where the table asks for it.';
revoke execute on function records.pair_saved(text, uuid[]) from public, anon;
grant execute on function records.pair_saved(text, uuid[]) to authenticated, service_role;

create or replace function public.save_records(target text, items jsonb, reason text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  item jsonb;
  answers jsonb := '[]';
  failed_message text;
  failed_detail text;
begin
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 500 then
    raise exception 'at most 500 rows' using errcode = '22023';
  end if;
  -- Looking for repeated rows comes once at the end, not with every row.
  perform set_config('app.many_rows', 'on', true);
  for item in select jsonb_array_elements(items) loop
    -- A row that is refused undoes itself alone.
    begin
      answers := answers || public.save_record(target, item ->> 'id', null, item -> 'changes', '[]', reason);
    exception when integrity_constraint_violation or data_exception or insufficient_privilege then
      get stacked diagnostics failed_message = message_text, failed_detail = pg_exception_detail;
      answers := answers || jsonb_build_object('outcome', 'error', 'code', sqlstate, 'message', failed_message, 'details', failed_detail);
    end;
  end loop;
  perform set_config('app.many_rows', '', true);
  perform records.pair_saved(target, array(
    select (answer ->> 'id')::uuid from jsonb_array_elements(answers) as answer where answer ->> 'outcome' = 'saved' and answer ->> 'id' ~ '^[0-9a-f-]{36}$'
  ));
  return answers;
end $$;
