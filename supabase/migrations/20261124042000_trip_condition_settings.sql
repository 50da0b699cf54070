-- Weights and limits of the conditions of a trip, in the same versions as the weights of the search.

alter table public.algorithm_settings drop constraint algorithm_settings_algorithm_check;
alter table public.algorithm_settings
  add constraint algorithm_settings_algorithm_check check (algorithm in ('search', 'trip_conditions'));
comment on column public.algorithm_settings.algorithm is
  'search: weights of the search; trip_conditions: weights and limits of the formula that rates the stretches of a trip.';
