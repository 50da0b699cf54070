import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { formatKm, formatMinutes, formatMoment } from "@/lib/platform/format";
import { trackFilePath } from "@/lib/travel/tracks/rules";
import { DeleteTrack } from "./delete-track";

/** A finished track; the totals are null only while it is recorded. */
type Row = { id: string; started_at: string; km: number | null; gap_km: number | null; moving_minutes: number | null };

/** Finished tracks with their totals, a file for other programs and a way to delete them. */
export async function TrackList({ tracks }: { tracks: readonly Row[] }) {
  const [t, locale] = [await getTranslations("travel/driving.tracks"), await getLocale()];
  const { "travel/driving": texts } = await getMessages();
  if (tracks.length === 0) return <p className="text-muted">{t("empty")}</p>;
  return (
    <>
      <ul className="grid gap-3" data-slot="tracks">
        {tracks.map((track) => {
          const [start, gapKm] = [formatMoment(track.started_at, locale), track.gap_km ?? 0];
          const line = t("line", {
            km: formatKm(track.km ?? 0, locale),
            time: formatMinutes(track.moving_minutes ?? 0),
          });
          return (
            <li key={track.id} className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
              <div>
                <p className="font-semibold">{start}</p>
                <p className="text-muted tabular">
                  {gapKm >= 0.1 ? `${line}, ${t("gap", { km: formatKm(gapKm, locale) })}` : line}
                </p>
              </div>
              <p className="flex flex-wrap gap-2">
                <a
                  href={`${trackFilePath(track.id)}?locale=${locale}`}
                  download
                  aria-label={`${t("gpx")}: ${start}`}
                  className={buttonClass({ size: "snug" })}
                >
                  {t("gpx")}
                </a>
                <DeleteTrack id={track.id} name={start} texts={texts.tracks} />
              </p>
            </li>
          );
        })}
      </ul>
      <p className="mt-2 text-sm text-muted">{t("private")}</p>
    </>
  );
}
