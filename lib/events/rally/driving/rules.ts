import { decodeLine, kmAlongLine, type LinePoint } from "../../../geo/geo/lines";
import { greatCircleKm } from "../../../geo/geo/rules";
import { RALLY_PIECE_POINTS, RALLY_REACH_METRES } from "../../../platform/supabase/database-constants/events";
import { OFF_WAY_KM, progressOn, type Progress, type Way } from "../../../travel/driving/rules";
import { bookRows, type BookRow } from "../book/rules";
import { idealMs, stageMetres } from "../rules";
import type { RallyControl, RallyStage } from "../schema";

/** Positions in one request: a minute at one a second. */
export const PIECE_POINTS = Math.min(60, RALLY_PIECE_POINTS);

export type Point = { at: number; lat: number; lng: number };

/** The drawn way of a stage on the scale of its declared distances; null when a section is not drawn. */
export function stageWay({ sections }: Pick<RallyStage, "sections">): Way | null {
  const [line, kmAt]: [LinePoint[], number[]] = [[], []];
  let from = 0;
  for (const section of sections) {
    if (section.metres === 0) continue;
    if (!section.line) return null;
    const own = decodeLine(section.line);
    const along = kmAlongLine(own);
    const scale = section.metres / 1000 / (along.at(-1) || 1);
    line.push(...own);
    kmAt.push(...along.map((km) => from + km * scale));
    from += section.metres / 1000;
  }
  return line.length > 1 ? { line, kmAt } : null;
}

/** What the device knows of its drive in a stage. */
export type Drive = { metres: number; last: Point | null; progress: Progress | null; passes: readonly Pass[] };
export type Pass = { control: string; at: number; metres: number };
export const NO_DRIVE: Drive = { metres: 0, last: null, progress: null, passes: [] };

const METRES_PER_DEGREE = 111_195;

/** When the step between two positions came nearest to a control; null when it stayed away or went back. */
function approach(from: Point, to: Point, { lat, lng, bearing }: RallyControl): Pass["at"] | null {
  if (lat === null || lng === null) return null;
  const squeeze = Math.cos((lat * Math.PI) / 180);
  const flat = (point: Point) =>
    [(point.lng - lng) * squeeze * METRES_PER_DEGREE, (point.lat - lat) * METRES_PER_DEGREE] as const;
  const [[x, y], [toX, toY]] = [flat(from), flat(to)];
  const [dx, dy] = [toX - x, toY - y];
  const length = dx * dx + dy * dy;
  if (length <= 0.01 || to.at - from.at > 10_000 || to.at <= from.at) return null;
  const angle = ((bearing ?? 0) * Math.PI) / 180;
  if (bearing !== null && dx * Math.sin(angle) + dy * Math.cos(angle) <= 0) return null;
  const share = Math.min(1, Math.max(0, -(x * dx + y * dy) / length));
  const metres = Math.hypot(x + share * dx, y + share * dy);
  // A control that lies behind the end of this step is reached in one of the next ones.
  if (metres > RALLY_REACH_METRES || share >= 1) return null;
  return from.at + share * (to.at - from.at);
}

/** The drive after one more position. Passes are shown at once; the server computes those of the results. */
export function driven(drive: Drive, point: Point, way: Way | null, controls: readonly RallyControl[]): Drive {
  const { last } = drive;
  const found = way && progressOn(way, point, drive.progress);
  const progress = found && found.besideKm <= OFF_WAY_KM ? found : drive.progress;
  const step = last ? greatCircleKm(last, point) * 1000 : 0;
  const passes = controls.flatMap(({ id, ...control }): Pass[] => {
    if (!last || drive.passes.some((pass) => pass.control === id)) return [];
    const at = approach(last, point, { id, ...control });
    return at === null ? [] : [{ control: id, at, metres: control.metres }];
  });
  return {
    last: point,
    progress,
    metres: way ? (progress?.km ?? 0) * 1000 : drive.metres + step,
    passes: [...drive.passes, ...passes],
  };
}

/** What the screen of the co-driver shows at a moment. */
export type DriveView = {
  /** Positive: seconds behind the ideal time. */
  lateMs: number;
  idealMs: number;
  toGo: number;
  next: { row: BookRow; metres: number } | null;
};

export function shownAt(stage: RallyStage, metres: number, now: number): DriveView {
  const length = stageMetres(stage.sections);
  const ideal = idealMs(stage.sections, Math.min(metres, length));
  const row = bookRows(stage).find((one) => one.metres > metres + 5);
  return {
    idealMs: ideal,
    lateMs: now - Date.parse(stage.starts_at) - ideal,
    toGo: Math.max(0, length - metres),
    next: row ? { row, metres: row.metres - metres } : null,
  };
}
