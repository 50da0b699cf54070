-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create function private.photo_lights() returns text[]
language sql immutable set search_path = ''
return array['sunrise', 'morning', 'noon', 'afternoon', 'sunset', 'night'];
comment on function private.photo_lights is 'Best light of a photo spot, in the order of the day.';

create function private.biomes() returns text[]
language sql immutable set search_path = ''
return array[
  'serra', 'litoral', 'cerrado', 'caatinga', 'pampa', 'pantanal', 'amazonia', 'mata-atlantica', 'chapada',
  'cidade-historica'
];
comment on function private.biomes is 'Landscapes of a route.';

create function private.emergency_contact_kinds() returns text[]
language sql immutable set search_path = ''
return array[
  'police', 'federal_road_police', 'ambulance', 'fire', 'state_road_police', 'civil_defence', 'road_operator'
];
comment on function private.emergency_contact_kinds is 'Kinds of emergency contacts.';

create function private.faq_audiences() returns text[]
language sql immutable set search_path = ''
return array['viajante', 'organizador', 'parceiro', 'anunciante'];
comment on function private.faq_audiences is 'Whom a question of the help page concerns.';

create function private.review_topics() returns text[]
language sql immutable set search_path = ''
return array['content', 'maps', 'speed', 'app', 'events', 'services', 'other'];
comment on function private.review_topics is 'Topics of a review of the app.';

create function private.review_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'published', 'hidden'];
comment on function private.review_statuses is 'Statuses of a review of the app.';

create function private.magazine_page_kinds() returns text[]
language sql immutable set search_path = ''
return array['cover', 'editorial', 'article', 'map', 'checklist', 'back'];
comment on function private.magazine_page_kinds is 'Kinds of pages of the magazine.';

create function private.service_kinds() returns text[]
language sql immutable set search_path = ''
return array['lodging', 'food', 'workshop', 'parts', 'tow', 'fuel', 'wash', 'museum', 'attraction', 'store', 'other'];
comment on function private.service_kinds is 'Kinds of categories of the directory.';

create function private.state_texts() returns text[]
language sql immutable set search_path = ''
return array['headline', 'intro', 'best_season', 'how_to_arrive'];
comment on function private.state_texts is 'Texts of the page of a state.';

create function private.service_attributes() returns text[]
language sql immutable set search_path = ''
return array[
  'covered_parking', 'gated', 'trailer_space', 'ramp_ok', 'carburettor', 'electrics_6v', 'flatbed', 'premium_petrol',
  'old_tyres', 'upholstery', 'bodywork'
];
comment on function private.service_attributes is 'Attributes of a place that matter to old cars.';

create function private.toll_directions() returns text[]
language sql immutable set search_path = ''
return array['both', 'north', 'south', 'east', 'west'];
comment on function private.toll_directions is 'Directions in which a toll plaza charges.';

create function private.route_stop_kinds() returns text[]
language sql immutable set search_path = ''
return array['town', 'view', 'nature', 'historic', 'museum', 'food', 'bridge', 'pass', 'stop'];
comment on function private.route_stop_kinds is 'Kinds of stops of a route.';

create function private.vehicle_classes() returns text[]
language sql immutable set search_path = ''
return array['car', 'motorcycle', 'car_trailer_3', 'car_trailer_4', 'truck_2', 'truck_3', 'bus'];
comment on function private.vehicle_classes is 'Classes of vehicles in the tariff of a toll plaza.';

create function private.club_roles() returns text[]
language sql immutable set search_path = ''
return array['owner', 'admin', 'member'];
comment on function private.club_roles is 'Roles of the people of a club, highest first.';

create function private.club_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'to_confirm', 'published'];
comment on function private.club_statuses is 'Statuses of a club.';

create function private.service_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'pending', 'published', 'suspended'];
comment on function private.service_statuses is 'Statuses of a place of the directory.';

create function private.post_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'scheduled', 'published'];
comment on function private.post_statuses is 'Statuses of a post.';

create function private.distance_bases() returns text[]
language sql immutable set search_path = ''
return array['traced', 'joined', 'gpx', 'editor', 'estimated'];
comment on function private.distance_bases is 'How the length of a route was found.';

create function private.map_place_kinds() returns text[]
language sql immutable set search_path = ''
return array['lodging', 'food', 'fuel', 'workshop', 'parts', 'hospital', 'pharmacy', 'museum'];
comment on function private.map_place_kinds is 'Kinds of places of public sources.';

create function private.map_place_sources() returns text[]
language sql immutable set search_path = ''
return array['osm', 'ibram', 'ses_rs', 'page'];
comment on function private.map_place_sources is 'Public sources of places.';

create function private.parking_kinds() returns text[]
language sql immutable set search_path = ''
return array['garage', 'closed_yard', 'parking'];
comment on function private.parking_kinds is 'Where guests of a lodging park.';

create function private.route_surfaces() returns text[]
language sql immutable set search_path = ''
return array['paved', 'mixed', 'unpaved'];
comment on function private.route_surfaces is 'Surfaces of a road.';

create function private.leg_skips() returns text[]
language sql immutable set search_path = ''
return array['no-path', 'snap', 'ratio', 'open-water'];
comment on function private.leg_skips is 'Why a leg of a route has no line on the road network.';

create function private.favourite_kinds() returns text[]
language sql immutable set search_path = ''
return array['region', 'city', 'service', 'photo_point', 'post', 'magazine', 'club', 'event'];
comment on function private.favourite_kinds is 'Kinds of pages that a person saves.';

create function private.checklist_kinds() returns text[]
language sql immutable set search_path = ''
return array['pre_trip', 'daily', 'post_trip', 'storage', 'tow_handover', 'cvcol', 'public_trip'];
comment on function private.checklist_kinds is
  'Kinds of checklists, in the order in which they are shown; the last one is the public travel checklist.';

create function private.checklist_answers() returns text[]
language sql immutable set search_path = ''
return array['check', 'number', 'choice', 'text'];
comment on function private.checklist_answers is 'Kinds of answers to an item of a checklist.';
