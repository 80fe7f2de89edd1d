"""What logs and results add up to: functions of values, without a store."""
