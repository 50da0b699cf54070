import type { IconNode } from "lucide";
import {
  Armchair,
  BedDouble,
  Building2,
  CalendarDays,
  Camera,
  Church,
  CircleDot,
  Cog,
  Droplets,
  Ellipsis,
  Fuel,
  Gauge,
  Hospital,
  Landmark,
  MapPin,
  Mountain,
  Pill,
  Route,
  SprayCan,
  Store,
  Ticket,
  Truck,
  Users,
  Utensils,
  Wrench,
  Zap,
} from "lucide";

/** The icons that categories and map layers can use, by their lucide names. */
const ICONS: Partial<Record<string, IconNode>> = {
  armchair: Armchair,
  "bed-double": BedDouble,
  "building-2": Building2,
  "calendar-days": CalendarDays,
  camera: Camera,
  church: Church,
  "circle-dot": CircleDot,
  cog: Cog,
  droplets: Droplets,
  ellipsis: Ellipsis,
  fuel: Fuel,
  gauge: Gauge,
  hospital: Hospital,
  landmark: Landmark,
  "map-pin": MapPin,
  mountain: Mountain,
  pill: Pill,
  route: Route,
  "spray-can": SprayCan,
  store: Store,
  truck: Truck,
  users: Users,
  utensils: Utensils,
  ticket: Ticket,
  wrench: Wrench,
  zap: Zap,
};

/** The icon with a name; a pin for an unknown name. */
export function iconNamed(name: string): IconNode {
  return ICONS[name] ?? MapPin;
}
