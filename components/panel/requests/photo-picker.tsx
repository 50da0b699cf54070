import { ImagePlus } from "lucide";
import { useState } from "react";
import { Icon } from "@/components/ui/icon";
import { uploadPhoto, type Problem } from "./upload-photo";

type Sent = { name: string; preview: string };
type Texts = Record<Problem | "tooMany", string>;
type Upload = {
  /** How many more photos there may be. */
  room: number;
  texts: Texts;
  onSent: (photo: Sent) => void;
};

/** Uploads photos as soon as they are chosen; `problems` has a line for each file that was not stored. */
export function usePhotoUpload({ room, texts, onSent }: Upload) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isSending, setSending] = useState(false);
  const add = async (files: readonly File[]) => {
    const most = Math.max(room, 0);
    const wrong = files.slice(most).map(({ name }) => `${name}: ${texts.tooMany}`);
    setSending(true);
    for (const file of files.slice(0, most)) {
      const result = await uploadPhoto(file);
      if ("name" in result) onSent({ name: result.name, preview: URL.createObjectURL(file) });
      else wrong.push(`${file.name}: ${texts[result.problem]}`);
    }
    setSending(false);
    setProblems(wrong);
    return wrong;
  };
  return { problems, isSending, add };
}

type PickerProps = {
  label: string;
  disabled: boolean;
  hintId?: string;
  className: string;
  onFiles: (files: File[]) => void;
};

/** The area where photos are chosen. */
export function PhotoPicker({ label, disabled, hintId, className, onFiles }: PickerProps) {
  return (
    <label
      className={`grid ${className} cursor-pointer place-items-center gap-1 rounded-xl border-2 border-dashed border-line p-4 text-center font-semibold hover:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-faixa`}
    >
      <Icon of={ImagePlus} className="size-7" />
      {label}
      <input
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp"
        disabled={disabled}
        aria-describedby={hintId}
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </label>
  );
}

/** The lines of files that were not stored. */
export function PhotoProblems({ problems }: { problems: readonly string[] }) {
  return (
    <ul role="alert" className="text-sm font-semibold text-danger empty:hidden">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}
