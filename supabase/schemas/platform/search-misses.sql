-- Searches of the portal without a result, counted by day.

create table public.search_misses (
  day date not null,
  words text not null check (words ~ '^[a-z]+( [a-z]+){0,4}$' and char_length(words) between 3 and 80),
  locale text not null check (locale = any (private.locales())),
  times integer not null default 1 check (times > 0),
  last_at timestamptz not null default now(),
  constraint search_misses_key primary key (day, words, locale)
);
comment on table public.search_misses is
  'Words that were searched without a result, by day; without accounts, and without texts that may be an address or a '
  'telephone number.';
alter table public.search_misses enable row level security;
grant select on public.search_misses to authenticated;
grant all on public.search_misses to service_role;

select private.declare_columns('search_misses', 'not_personal', '{*}', 'words without a person');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('search_misses', 'public.search_misses', 'last_at', '90 days', 'true', 11);

create policy "analytics readers read searches without a result" on public.search_misses
  for select to authenticated using ((select private.has_permission('analytics')));
create trigger search_misses_are_kept_by_the_database before insert or update or delete or truncate
  on public.search_misses
  for each statement execute function private.refuse_api_role();

create function private.missed_words(typed text) returns text
language sql immutable set search_path = '' as $$
  select case
    when folded ~ '^[a-z]+( [a-z]+){0,4}$' and char_length(folded) between 3 and 80 and folded !~
      '(^| )(rua|r|avenida|av|travessa|alameda|praca|rodovia|estrada|servidao|cep|cpf|cnpj|apto|bloco|quadra|lote|street|avenue|calle)( |$)'
    then folded
  end
  from (
    select btrim(regexp_replace(private.fold(typed), '[[:space:]''’-]+', ' ', 'g')) as folded
  ) as given
$$;
comment on function private.missed_words is
  'The words of a search without accents; null when they may be an address, an e-mail address, a number or a telephone.';

create function private.add_search_miss(typed text, of_locale text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_words text := private.missed_words(left(typed, 200));
  today date := private.day_of(now());
begin
  if found_words is null then
    return;
  end if;
  update public.search_misses set times = times + 1, last_at = now()
  where day = today and words = found_words and locale = of_locale;
  if found or (select count(*) from public.search_misses where day = today) >= 500 then
    return;
  end if;
  insert into public.search_misses (day, words, locale) values (today, found_words, of_locale)
  on conflict on constraint search_misses_key do update
    set times = public.search_misses.times + 1, last_at = now();
end $$;
comment on function private.add_search_miss is
  'Counts a search without a result, at most 500 different ones a day.';
revoke execute on function private.add_search_miss from public;

create function public.add_search_miss(typed text, of_locale text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.add_search_miss(typed, of_locale);
end;
comment on function public.add_search_miss is
  'For the server: counts a search without a result.';
grant execute on function public.add_search_miss to service_role;

create function public.search_miss_report(from_day date, to_day date, in_locale text default null)
returns table (words text, times bigint, last_day date)
language sql stable security invoker set search_path = '' as $$
  select miss.words, sum(miss.times), max(miss.day)
  from public.search_misses as miss
  where miss.day between from_day and to_day and (in_locale is null or miss.locale = in_locale)
  group by miss.words
  order by 2 desc, 3 desc, 1
  limit 100
$$;
comment on function public.search_miss_report is
  'For analytics readers: the words searched without a result in a period, most frequent first.';
grant execute on function public.search_miss_report to authenticated, service_role;
