/**
 * What a file for Microsoft Project looks like: which elements follow each other, which there must be, and of what type
 * they are, as far as our exports come near them. Put together from the reference of the published schema (mspdi_pj12,
 * 2007); elements behind a plus came with later editions, whose order is that of files the program has written.
 * After the colon: i integer, b boolean, d date and time, p period, f number, s text (with its most characters), t time of
 * day; `!` must be there, `*` may repeat.
 */
export const MSPDI_ELEMENTS: Readonly<Record<string, string>> = {
  Project: `SaveVersion!:i UID:s16 Name:s255 Title:s512 Subject:s512 Category:s512 Company:s512 Manager:s512 Author:s512
    CreationDate:d Revision:i LastSaved:d ScheduleFromStart:b StartDate:d FinishDate:d FYStartDate:i
    CriticalSlackLimit:i CurrencyDigits:i CurrencySymbol:s20 CurrencyCode!:s3 CurrencySymbolPosition:i
    CalendarUID:i DefaultStartTime:t DefaultFinishTime:t MinutesPerDay:i MinutesPerWeek:i DaysPerMonth:i
    DefaultTaskType:i DefaultFixedCostAccrual:i DefaultStandardRate:f DefaultOvertimeRate:f DurationFormat:i
    WorkFormat:i EditableActualCosts:b HonorConstraints:b EarnedValueMethod:i InsertedProjectsLikeSummary:b
    MultipleCriticalPaths:b NewTasksEffortDriven:b NewTasksEstimated:b SplitsInProgressTasks:b
    SpreadActualCost:b SpreadPercentComplete:b TaskUpdatesResource:b FiscalYearStart:b WeekStartDay:i
    MoveCompletedEndsBack:b MoveRemainingStartsBack:b MoveRemainingStartsForward:b MoveCompletedEndsForward:b
    BaselineForEarnedValue:i AutoAddNewResourcesAndTasks:b StatusDate:d CurrentDate:d
    MicrosoftProjectServerURL:b Autolink:b NewTaskStartDate:i DefaultTaskEVMethod:i ProjectExternallyEdited:b
    ExtendedCreationDate:d ActualsInSync:b RemoveFileProperties:b AdminProject:b OutlineCodes: WBSMasks:
    ExtendedAttributes: Calendars: Tasks: Resources: Assignments:`,
  Calendar: `UID!:i Name:s512 IsBaseCalendar:b BaseCalendarUID:i WeekDays: Exceptions: WorkWeeks:`,
  WeekDay: `DayType!:i DayWorking:b TimePeriod: WorkingTimes:`,
  Exception: `EnteredByOccurrences:b TimePeriod: Occurrences:i Name:s512 Type:i Period:i DaysOfWeek:i MonthItem:i
    MonthPosition:i Month:i MonthDay:i DayWorking:b WorkingTimes:`,
  TimePeriod: `FromDate:d ToDate:d`,
  Task: `UID!:i ID:i Name:s512 +Active:b +Manual:b Type:i IsNull:b CreateDate:d Contact:s512 WBS:s WBSLevel:s
    OutlineNumber:s512 OutlineLevel:i Priority:i Start:d Finish:d Duration:p +ManualStart:d +ManualFinish:d
    +ManualDuration:p DurationFormat:i Work:p Stop:d Resume:d ResumeValid:b EffortDriven:b Recurring:b
    OverAllocated:b Estimated:b Milestone:b Summary:b Critical:b IsSubproject:b IsSubprojectReadOnly:b
    SubprojectName:s512 ExternalTask:b ExternalTaskProject:s512 EarlyStart:d EarlyFinish:d LateStart:d
    LateFinish:d StartVariance:i FinishVariance:i WorkVariance:f FreeSlack:i TotalSlack:i FixedCost:f
    FixedCostAccrual:s PercentComplete:i PercentWorkComplete:i Cost:f OvertimeCost:f OvertimeWork:p
    ActualStart:d ActualFinish:d ActualDuration:p ActualCost:f ActualOvertimeCost:f ActualWork:p
    ActualOvertimeWork:p RegularWork:p RemainingDuration:p RemainingCost:f RemainingWork:p
    RemainingOvertimeCost:f RemainingOvertimeWork:p ACWP:f CV:f ConstraintType:i CalendarUID:i
    ConstraintDate:d Deadline:d LevelAssignments:b LevelingCanSplit:b LevelingDelay:i LevelingDelayFormat:i
    PreLeveledStart:d PreLeveledFinish:d Hyperlink:s512 HyperlinkAddress:s512 HyperlinkSubAddress:s512
    IgnoreResourceCalendar:b Notes:s HideBar:b Rollup:b BCWS:f BCWP:f PhysicalPercentComplete:i
    EarnedValueMethod:i PredecessorLink*: ActualWorkProtected:p ActualOvertimeWorkProtected:p
    ExtendedAttribute*: Baseline*: OutlineCode*: IsPublished:b StatusManager:s CommitmentStart:d
    CommitmentFinish:d CommitmentType:i TimephasedData*:`,
  PredecessorLink: `PredecessorUID:i Type:i CrossProject:b CrossProjectName:s LinkLag:i LagFormat:i`,
  'Task/ExtendedAttribute': `FieldID:s Value:s ValueGUID:s DurationFormat:i`,
  Baseline: `TimephasedData*: Number:i Interim:b Start:d Finish:d Duration:p DurationFormat:i EstimatedDuration:b Work:p
    Cost:f BCWS:f BCWP:f FixedCost:f`,
  Resource: `UID!:i ID:i Name:s512 Type:i IsNull:b Initials:s512 Phonetics:s512 NTAccount:s512 MaterialLabel:s512 Code:s512
    Group:s512 WorkGroup:i EmailAddress:s512 Hyperlink:s512 HyperlinkAddress:s512 HyperlinkSubAddress:s512
    MaxUnits:f PeakUnits:f OverAllocated:b AvailableFrom:d AvailableTo:d Start:d Finish:d CanLevel:b
    AccrueAt:i Work:p RegularWork:p OvertimeWork:p ActualWork:p RemainingWork:p ActualOvertimeWork:p
    RemainingOvertimeWork:p PercentWorkComplete:i StandardRate:f StandardRateFormat:i Cost:f OvertimeRate:f
    OvertimeRateFormat:i OvertimeCost:f CostPerUse:f ActualCost:f ActualOvertimeCost:f RemainingCost:f
    RemainingOvertimeCost:f WorkVariance:f CostVariance:f SV:f CV:f ACWP:f CalendarUID:i Notes:s BCWS:f BCWP:f
    IsGeneric:b IsInactive:b IsEnterprise:b BookingType:i ActualWorkProtected:p ActualOvertimeWorkProtected:p
    ActiveDirectoryGUID:s16 CreationDate:d ExtendedAttribute*: Baseline*: OutlineCode*: IsCostResource:b
    AssnOwner:s AssnOwnerGuid:s IsBudget:b AvailabilityPeriods: Rates: TimephasedData*:`,
  Assignment: `UID!:i TaskUID:i ResourceUID:i PercentWorkComplete:i ActualCost:f ActualFinish:d ActualOvertimeCost:f
    ActualOvertimeWork:p ActualStart:d ActualWork:p ACWP:f Confirmed:b Cost:f CostRateTable:i CostVariance:f
    CV:f Delay:i Finish:d FinishVariance:i Hyperlink:s512 HyperlinkAddress:s512 HyperlinkSubAddress:s512
    WorkVariance:f HasFixedRateUnits:b FixedMaterial:b LevelingDelay:i LevelingDelayFormat:i LinkedFields:b
    Milestone:b Notes:s Overallocated:b OvertimeCost:f OvertimeWork:p PeakUnits:f RegularWork:p
    RemainingCost:f RemainingOvertimeCost:f RemainingOvertimeWork:p RemainingWork:p ResponsePending:b Start:d
    Stop:d Resume:d StartVariance:i Summary:b SV:f Units:f UpdateNeeded:b VAC:f Work:p WorkContour:i BCWS:f
    BCWP:f BookingType:i ActualWorkProtected:p ActualOvertimeWorkProtected:p CreationDate:d AssnOwner:s
    AssnOwnerGuid:s BudgetCost:f BudgetWork:p ExtendedAttribute*: Baseline*: TimephasedData*:`,
  ExtendedAttribute: `FieldID:s FieldName:s CFType:i Guid:s ElemType:i MaxMultiValues:i UserDef:b Alias:s50 SecondaryPID:s
    AutoRollDown:b DefaultGuid:s Ltuid:s PhoneticAlias:s50 RollupType:i CalculationType:i Formula:s
    RestrictValues:b ValuelistSortOrder:i AppendNewValues:b Default:s ValueList:`,
  OutlineCodes: 'OutlineCode*:',
  OutlineCode: `Guid:s FieldID:s FieldName:s Alias:s PhoneticAlias:s Values: Enterprise:b EnterpriseOutlineCodeAlias:i
    ResourceSubstitutionEnabled:b LeafOnly:b AllLevelsRequired:b OnlyTableValuesAllowed:b ShowIndent:b Masks:`,
  Values: 'Value*:',
  Value: 'ValueID:i FieldGUID!:s Type!:i IsCollapsed:b ParentValueID:i Value:s Description:s',
  Masks: 'Mask*:',
  Mask: 'Level:i Type:i Length:i Separator:s',
  'Task/OutlineCode': 'FieldID:s ValueID:i ValueGUID:s',
  ExtendedAttributes: 'ExtendedAttribute*:',
  Calendars: 'Calendar!*:',
  Tasks: 'Task*:',
  Resources: 'Resource*:',
  Assignments: 'Assignment*:',
  WeekDays: 'WeekDay*:',
  Exceptions: 'Exception*:',
  WorkingTimes: 'WorkingTime*:',
  WorkingTime: 'FromTime:t ToTime:t',
}
