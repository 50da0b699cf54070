-- Like 20261123130700_stop_positions_osm.sql, for the rows of other sources (supabase/seed/roads/stop-positions.json).

-- Without the triggers, because a new updated_at would mark every seeded route as changed by an editor. The seed measures
-- the routes again when it replaces their legs.
alter table public.region_waypoints disable trigger user;
update public.region_waypoints set lat = place.lat, lng = place.lng, is_approximate = true
from (values
  ('CE/macico-de-baturite-ce-065', 'Museu da Cachaça', -3.94297, -38.66454),
  ('ES/rota-do-imigrante-santa-teresa', 'Museu Mello Leitão (INMA)', -19.93533, -40.59946),
  ('PE/litoral-sul-pernambucano', 'Vila de Nazaré', -8.349, -34.948),
  ('PR/puruna-witmarsum', 'Museu do Automóvel de Curitiba', -25.42321, -49.30786),
  ('PR/rota-do-cafe-norte', 'Museu Histórico de Londrina (antiga estação)', -23.30867, -51.1593),
  ('PR/rota-dos-tropeiros-lapa', 'Panteon dos Heróis', -25.7682, -49.71643),
  ('RS/missoes', 'Catedral Angelopolitana', -28.305, -54.26167),
  ('RS/missoes', 'Museu Getúlio Vargas', -28.65909, -56.00165),
  ('RS/taim-chui', 'Museu Oceanográfico', -32.02706, -52.10606),
  ('SC/brusque-nova-trento', 'Santuário Santa Paulina', -27.25222, -48.94333),
  ('SC/sao-francisco-do-sul', 'Estação da Memória', -26.32174, -48.84658),
  ('SC/sao-francisco-do-sul', 'Museu Nacional de Imigração e Colonização', -26.30384, -48.84367),
  ('SC/vale-do-contestado-treze-tilias', 'Museu do Vinho Mário de Pellegrin', -27.00805, -51.15141),
  ('SP/estrada-dos-romeiros', 'Parque do Varvito', -23.26752, -47.31943),
  ('SP/mantiqueira-campos-do-jordao', 'Estação Eugênio Lefèvre', -22.82583, -45.62861)
) as place (route, stop, lat, lng)
join public.regions on regions.state_abbr || '/' || regions.slug = place.route
where region_waypoints.region_id = regions.id and region_waypoints.name = place.stop
  and region_waypoints.kind <> 'town' and region_waypoints.lat is null;
alter table public.region_waypoints enable trigger user;
