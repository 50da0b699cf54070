"use client";

import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Input } from "@/components/ui/input";
import { navigationLinks } from "@/lib/guide/cities/rules";
import { changeConvoyAction } from "@/lib/travel/convoys/actions";
import type { Convoy, RegroupPoint } from "@/lib/travel/convoys/schema";
import { MAX_REGROUP_POINTS } from "@/lib/platform/supabase/database-constants/travel";
import { useConvoyTexts } from "./convoy-texts";

type Props = {
  convoy: Convoy;
  /** The last measured position of the device. */
  place: { current: { lat: number; lng: number } | null };
  onChanged: () => Promise<void>;
};

/** Where the cars wait for each other; the leader adds the place where they are. */
export function RegroupPoints({ convoy, place, onChanged }: Props) {
  const texts = useConvoyTexts();
  const { code, is_leader: isLeader, regroup_points: points } = convoy;
  const change = useAction(changeConvoyAction, {
    onSuccess: () => void onChanged(),
    onError: ({ error }) => notifyFailure(error),
  });
  const save = (list: RegroupPoint[]) => change.execute({ code, changes: { regroup_points: list } });
  if (!isLeader && points.length === 0) return null;
  return (
    <section aria-labelledby="regroup-points" className="grid gap-3">
      <h2 id="regroup-points" className="display-2">
        {texts.regroup}
      </h2>
      {points.length === 0 && <p>{texts.noRegroup}</p>}
      <ol className="grid gap-2">
        {points.map((point, index) => (
          <li
            key={`${point.name}${point.lat}${point.lng}`}
            className="flex flex-wrap items-center gap-2 rounded-xl border-2 border-line bg-surface p-3"
          >
            <span className="mr-auto font-semibold wrap-anywhere">{point.name}</span>
            <a href={navigationLinks(point).google} target="_blank" rel="noopener" className={buttonClass({})}>
              {texts.goThere}
            </a>
            {isLeader && (
              <Button
                variant="outline"
                disabled={change.isPending}
                onClick={() => save(points.filter((_, other) => other !== index))}
              >
                {texts.removePoint.replace("{name}", point.name)}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {isLeader && points.length < MAX_REGROUP_POINTS && (
        <AddPoint place={place} isPending={change.isPending} onAdd={(point) => save([...points, point])} />
      )}
    </section>
  );
}

type AddProps = Pick<Props, "place"> & { isPending: boolean; onAdd: (point: RegroupPoint) => void };

function AddPoint({ place, isPending, onAdd }: AddProps) {
  const texts = useConvoyTexts();
  const [name, setName] = useState("");
  const [isMissing, setMissing] = useState(false);
  const add = () => {
    setMissing(!place.current);
    if (!place.current || !name.trim()) return;
    const { lat, lng } = place.current;
    onAdd({ name: name.trim(), lat, lng });
    setName("");
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <label className="grid grow gap-1">
        {texts.pointName}
        <Input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
      </label>
      <Button variant="outline" disabled={isPending || !name.trim()} onClick={add}>
        {texts.addPoint}
      </Button>
      {isMissing && (
        <p role="alert" className="basis-full">
          {texts.pointNeedsPosition}
        </p>
      )}
    </div>
  );
}
