import { getMessages } from "next-intl/server";
import { recordedGpxOf } from "@/lib/geo/downloads/rules";
import { admitAccount } from "@/lib/platform/auth/guard";
import { formatMoment } from "@/lib/platform/format";
import { DEFAULT_LOCALE, isLocale } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { fileName } from "@/lib/travel/saved-trips/files";
import { isTripId } from "@/lib/travel/saved-trips/rules";
import { getOwnTrack, readTrackPoints } from "@/lib/travel/tracks/queries";
import { partsOf, placeOf } from "@/lib/travel/tracks/rules";

type Props = { params: Promise<{ trackId: string }> };

/** An own track as GPX; `?locale=` for its name. 404 for a track of somebody else. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const account = await admitAccount(() => true);
  if (account instanceof Response) return account;
  const { trackId } = await params;
  const client = await createSessionClient();
  const track = isTripId(trackId) ? await getOwnTrack(client, trackId) : null;
  if (!track) return new Response("Not found", { status: 404 });
  const asked = new URL(request.url).searchParams.get("locale") ?? undefined;
  const locale = isLocale(asked) ? asked : DEFAULT_LOCALE;
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
      "cache-control": "private, no-store",
    },
  });
}
