import {
  BookOpen,
  Building2,
  CalendarDays,
  Camera,
  FileText,
  MapPin,
  MapPinned,
  Newspaper,
  Route,
  Users,
  type IconNode,
} from "lucide";
import type { SearchKind } from "@/lib/geo/search/rules";

export const KIND_ICON: Record<SearchKind, IconNode> = {
  region: Route,
  city: Building2,
  service: MapPin,
  map_place: MapPinned,
  photo_point: Camera,
  event: CalendarDays,
  club: Users,
  post: Newspaper,
  magazine: BookOpen,
  page: FileText,
};
