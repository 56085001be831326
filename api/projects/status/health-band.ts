export interface HealthBand {
  health_band: 'on_track' | 'at_risk' | 'critical'
  health_band_source: 'reported' | 'derived'
}

const REPORTED: Record<string, HealthBand['health_band']> = {
  ON_TRACK: 'on_track',
  AT_RISK: 'at_risk',
  CRITICAL: 'critical',
}

/** A filed report decides; without one the tasks do. */
export function healthBand(health: string, counts: { atRisk: number; critical: number }): HealthBand {
  const reported = REPORTED[health]
  if (reported) return { health_band: reported, health_band_source: 'reported' }
  const derived = counts.critical > 0 ? 'critical' : counts.atRisk > 0 ? 'at_risk' : 'on_track'
  return { health_band: derived, health_band_source: 'derived' }
}
