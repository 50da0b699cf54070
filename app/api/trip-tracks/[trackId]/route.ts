import { getMessages } from "next-intl/server";
import { z } from "zod";
import { recordedGpxOf } from "@/lib/geo/downloads/rules";
import { formatMoment } from "@/lib/platform/format";
import { accountHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { fileName } from "@/lib/travel/saved-trips/files";
import { isTripId } from "@/lib/travel/saved-trips/rules";
import { getOwnTrack, readTrackPoints } from "@/lib/travel/tracks/queries";
import { partsOf, placeOf } from "@/lib/travel/tracks/rules";

/** An own track as GPX; `?locale=` for its name. 404 for a track of somebody else. */
export const GET = accountHandler(
  {
    name: "trip-track",
    params: z.object({ trackId: z.string().refine(isTripId) }),
    query: z.object({ locale: askedLocale }),
  },
  async ({ params, query: { locale }, client }) => {
    const track = await getOwnTrack(client, params.trackId);
    if (!track) return null;
    const { "travel/driving": driving } = await getMessages({ locale });
    const startedAt = Date.parse(track.started_at);
    const title = track.trip?.title || driving.tracks.untitled;
    const parts = partsOf(await readTrackPoints(client, track.id)).map((part) =>
      part.map((point) => ({
        ...placeOf(point),
        time: new Date(startedAt + point[0] * 100).toISOString(),
        altitudeM: point[4],
      })),
    );
    const name = `${title} · ${formatMoment(track.started_at, locale)}`;
    return new Response(recordedGpxOf(name, new Date(startedAt).toISOString(), parts), {
      headers: {
        "content-type": "application/gpx+xml; charset=utf-8",
        "content-disposition": `attachment; filename="${fileName(title, "gpx")}"`,
      },
    });
  },
);
