import { FitMessageReaderError, readFitMessages, readFitStringField, type FitRawMessage } from "fit-file-parser/raw";
import type { Findings } from "../../imports/rules";
import { MAX_FILE_BYTES, type FilePoint, type FileProblem, type TravelFile } from "../rules";

/** Numbers of messages and fields in the profile of the FIT protocol. */
const RECORD = { message: 20, lat: 0, lng: 1, altitude: 2, exactAltitude: 78 } as const;
const COURSE_POINT = { message: 32, lat: 2, lng: 3, name: 6 } as const;
const LOCATION = { message: 29, lat: 1, lng: 2, name: 0 } as const;

/** Positions are signed 32-bit numbers of which 2³¹ are 180 degrees. */
const DEGREES = 180 / 2 ** 31;
const NO_POSITION = 0x7fffffff;

export const isFit = (bytes: Uint8Array): boolean =>
  new TextDecoder("latin1").decode(bytes.subarray(8, 12)) === ".FIT" && (bytes[0] === 12 || bytes[0] === 14);

function viewOf({ fields }: FitRawMessage, number: number, size: number): DataView | null {
  const bytes = fields.find(({ fieldNumber }) => fieldNumber === number)?.bytes;
  return bytes?.length === size ? new DataView(bytes.buffer, bytes.byteOffset, size) : null;
}

function degreesOf(message: FitRawMessage, number: number): number | null {
  const value = viewOf(message, number, 4)?.getInt32(0, message.littleEndian);
  return value === undefined || value === NO_POSITION ? null : value * DEGREES;
}

/** Altitudes are stored as (metres + 500) × 5. */
function metresOf(message: FitRawMessage): number | null {
  const exact = viewOf(message, RECORD.exactAltitude, 4)?.getUint32(0, message.littleEndian);
  const short = viewOf(message, RECORD.altitude, 2)?.getUint16(0, message.littleEndian);
  if (exact !== undefined && exact !== 0xffffffff) return exact / 5 - 500;
  return short === undefined || short === 0xffff ? null : short / 5 - 500;
}

const nameOf = ({ fields }: FitRawMessage, number: number): string =>
  readFitStringField(fields.find(({ fieldNumber }) => fieldNumber === number))
    ?.split("\0", 1)[0]
    ?.trim() ?? "";

type Fields = { message: number; lat: number; lng: number; name?: number };

function pointsOf(messages: readonly FitRawMessage[], fields: Fields, findings: Findings): FilePoint[] {
  return messages
    .filter(({ globalMessageNumber }) => globalMessageNumber === fields.message)
    .flatMap((message) => {
      const [lat, lng] = [degreesOf(message, fields.lat), degreesOf(message, fields.lng)];
      const name = fields.name === undefined ? "" : nameOf(message, fields.name);
      const place = { line: null, element: name || `FIT ${message.messageIndex}` };
      if (lat === null || lng === null || Math.abs(lat) > 90) {
        findings.left("position", place);
        return [];
      }
      if (lat === 0 && lng === 0) {
        findings.left("zero", place);
        return [];
      }
      const metres = fields.message === RECORD.message ? metresOf(message) : null;
      return [{ lat, lng, name, note: "", metres, line: null }];
    });
}

/** The recorded line and the points of a FIT file; a file whose check sum is wrong is refused. */
export function readFit(
  bytes: Uint8Array,
  findings: Findings,
): Pick<TravelFile, "lines" | "points"> | { problem: FileProblem } {
  try {
    const { messages } = readFitMessages(bytes, {
      messageNumbers: [RECORD.message, COURSE_POINT.message, LOCATION.message],
      maxInputBytes: MAX_FILE_BYTES,
    });
    return {
      lines: [{ kind: "track", name: "", parts: [pointsOf(messages, RECORD, findings)] }],
      points: [...pointsOf(messages, COURSE_POINT, findings), ...pointsOf(messages, LOCATION, findings)],
    };
  } catch (error) {
    if (error instanceof FitMessageReaderError) return { problem: "damaged" };
    throw error;
  }
}
