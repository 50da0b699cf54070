export const PLANNER_PATH = "/planejador-rota";

/** Page of the planner with a stored trip. */
export const tripPath = (id: string): string => `${PLANNER_PATH}?viagem=${id}`;

/** Path below which a trip has its roadbook and files, for its owner. */
export const ownTripPath = (id: string): string => `${PLANNER_PATH}/${id}`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isTripId = (text: string): boolean => UUID.test(text);

export const TRIP_FORMATS = ["gpx", "kml", "ics"] as const;
export type TripFormat = (typeof TRIP_FORMATS)[number];

export const isTripFormat = (text: string): text is TripFormat => TRIP_FORMATS.some((format) => format === text);
