import { FileUp } from "lucide";
import { useRef, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { buttonClass } from "@/components/ui/button-class";
import { TRAVEL_AREA } from "@/lib/geo/geo/rules";
import type { HeightLine } from "@/lib/geo/tracks/rules";
import { TRAVEL_FILES_ACCEPT } from "@/lib/geo/travel-files/rules";
import type { ImportMessages } from "../../geo/imports/import-messages";
import { ImportTexts } from "../../geo/imports/import-texts";
import type { PlannerImport, PlannerImportProps } from "./planner-import";
import { usePlanner } from "./planner-context";
import type { NewStop } from "./planner-edits";

type Sheet = Omit<PlannerImportProps, "room" | "onTake" | "onClose"> & {
  Import: typeof PlannerImport;
  texts: ImportMessages;
};

/** The code that reads files, its texts and the file; the code is loaded with the first file. */
async function openFile(
  file: File,
  locale: Parameters<typeof import("../../geo/imports/import-messages").importMessages>[0],
) {
  const [{ readRecordingFile }, { importMessages }, { PlannerImport: Import }] = await Promise.all([
    import("../../geo/imports/read-recording"),
    import("../../geo/imports/import-messages"),
    import("./planner-import"),
  ]);
  const [texts, read] = await Promise.all([importMessages(locale), readRecordingFile(file, TRAVEL_AREA)]);
  return { Import, texts, read, name: file.name, locale };
}

/** GPX, KML, KMZ, TCX or FIT: read on this device, not uploaded, and added only after the person chose what of it. */
export function PlannerFile({
  room,
  onTake,
}: {
  room: number;
  onTake: (stops: readonly NewStop[], name: string) => void;
}) {
  const { store, texts, locale } = usePlanner();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [state, setState] = useState<"idle" | "reading" | "failed">("idle");
  const input = useRef<HTMLInputElement>(null);
  /** The file chosen last: an earlier one may be read later. */
  const latest = useRef<File | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    latest.current = file;
    setSheet(null);
    setState("reading");
    const opened = await openFile(file, locale).catch(() => null);
    if (latest.current !== file) return;
    setSheet(opened);
    setState(opened ? "idle" : "failed");
  };
  const close = () => {
    setSheet(null);
    input.current?.focus();
  };
  const take = (stops: readonly NewStop[], heights: HeightLine[], name: string) => {
    store.addHeights(heights);
    onTake(stops, name);
    close();
  };
  return (
    <>
      <label
        className={`${buttonClass({ size: "snug", look: "surface" })} cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-faixa`}
      >
        <Icon of={FileUp} className="size-5" />
        {texts.add.file}
        <input
          ref={input}
          type="file"
          accept={TRAVEL_FILES_ACCEPT}
          className="sr-only"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </label>
      <p role="status" className="w-full empty:hidden">
        {state === "reading" ? texts.file.reading : ""}
      </p>
      {state === "failed" && (
        <p role="alert" className="w-full font-semibold text-danger">
          {texts.file.notLoaded}
        </p>
      )}
      {sheet && (
        <ImportTexts value={sheet.texts}>
          <sheet.Import
            key={sheet.name}
            read={sheet.read}
            name={sheet.name}
            locale={sheet.locale}
            room={room}
            onTake={take}
            onClose={close}
          />
        </ImportTexts>
      )}
    </>
  );
}
